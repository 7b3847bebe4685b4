import { type Tool, tools } from '../../packages/server/src/api/mcp/tools.ts';
import { code, page, table } from './markdown.ts';

interface Field {
  readonly description?: string;
}

const scopeOf = ({ endpoint: { scope } }: Tool): string => (scope === 'any' ? 'any key' : `scope ${code(scope)}`);

function argumentRows({ listed: { inputSchema } }: Tool): string[][] {
  const { properties, required } = inputSchema as { properties: Record<string, Field>; required: string[] };
  return Object.entries(properties).map(([name, { description = '' }]) => [
    code(name) + (required.includes(name) ? ' (required)' : ''),
    description,
  ]);
}

function section(tool: Tool): string {
  const { endpoint, listed } = tool;
  return [
    `## ${listed.name}`,
    `${listed.title}: ${code(`${endpoint.method} ${endpoint.url}`)}, ${scopeOf(tool)}.`,
    listed.description,
    table(['Argument', 'Meaning'], argumentRows(tool)),
  ].join('\n\n');
}

/** Every tool of the MCP server, as an assistant sees it. */
export const mcpToolsPage = (): string =>
  page('MCP tools', 'packages/server/src/api/mcp/tools.ts and the contract', [
    'The tools of `/mcp` and `orgdex mcp`. Each calls one operation of the API, with the same limits and credits, and only reads. [How to connect an assistant](../guides/mcp.md)',
    ...[...tools.values()].map(section),
  ]);
