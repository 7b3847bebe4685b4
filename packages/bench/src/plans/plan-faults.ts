/** A node of a plan, as EXPLAIN (FORMAT JSON) prints it. */
export interface PlanNode {
  'Node Type': string;
  'Total Cost': number;
  'Plan Rows': number;
  'Parent Relationship'?: string;
  Schema?: string;
  'Relation Name'?: string;
  /** Of an aggregate: `Sorted` returns a group as soon as the next one starts. */
  Strategy?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

interface Position {
  /** A node above returns only the first rows. */
  limited: boolean;
}

const isFullScan = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' || (/^Index (?:Only )?Scan$/.test(node['Node Type']) && !node['Index Cond']);

/** A table with many rows. A partition is part of the table of that name. */
export interface LargeTable {
  name: string;
  /** Of the partition alone. */
  rows: number;
}

/**
 * The first rows of a table are found without reading it all, unless a filter leaves most of them out; all rows of a slot are in one
 * table.
 */
const stopsEarly = (node: PlanNode, { limited }: Position, { rows }: LargeTable): boolean =>
  limited && (node.Filter === undefined || /^\(\w+\.slot = /.test(node.Filter) || node['Plan Rows'] >= rows / 2);

/** EXISTS is an InitPlan without an aggregate, and stops at the first row. */
const isLimiting = (node: PlanNode): boolean =>
  node['Node Type'] === 'Limit' ||
  (node['Parent Relationship'] === 'InitPlan' && /^(?:Append|Seq Scan|Index (?:Only )?Scan)$/.test(node['Node Type']));

/** These read all their input before they return a row. */
const isBlocking = (node: PlanNode): boolean =>
  node.Strategy !== 'Sorted' && /^(?:Sort|Aggregate|Hash|Materialize|WindowAgg)$/.test(node['Node Type']);

/**
 * The large tables that a plan reads as a whole.
 * @param tableOf the table of a relation, if it is large
 */
export function scannedTables(
  plan: PlanNode,
  tableOf: (relation: string) => LargeTable | undefined,
  above: Position = { limited: false },
): Set<string> {
  const position = { limited: isLimiting(plan) || (above.limited && !isBlocking(plan)) };
  const found = new Set<string>();
  const table = plan.Schema === 'public' ? tableOf(plan['Relation Name'] ?? '') : undefined;
  if (table !== undefined && isFullScan(plan) && !stopsEarly(plan, position, table)) found.add(table.name);
  for (const child of plan.Plans ?? []) for (const one of scannedTables(child, tableOf, position)) found.add(one);
  return found;
}
