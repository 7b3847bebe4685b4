import {
  Company,
  CompanyCard,
  type Endpoint,
  GetCompany,
  GetUsage,
  ListValues,
  MatchCompanies,
  MatchedCompanies,
  MatchItem,
  mcpLimits,
  PersonMatch,
  paging,
  SearchCompanies,
  SearchPeople,
  SuggestCompanies,
  searchLimits,
  suggestLimits,
  valueLimits,
} from '@orgdex/contract';
import { type TSchema, Type } from 'typebox';
import { invalidField } from '../../core/errors/failure.ts';
import { fieldOfHeader, headersOf, inputOf, type Json, outputOf, publish } from './tool-schemas.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A request to the operation of a tool. */
export interface OperationRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Arguments | undefined;
}

/** Its successful response. */
export interface OperationReply {
  readonly body: unknown;
  header(name: string): string | undefined;
}

/** An operation as a tool. */
export interface Tool {
  readonly endpoint: Endpoint;
  /** What a client lists. */
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: Json;
    readonly outputSchema: Json;
  };
  /** Fails if the tool allows less than the operation. */
  toRequest(given: Arguments): OperationRequest;
  toResult(reply: OperationReply, given: Arguments): Json;
}

interface ToolFacts {
  readonly endpoint: Endpoint;
  /** What the tool does, if the operation does more. */
  readonly title?: string;
  /** Fields that differ from those of the operation; one that is undefined is left out. */
  readonly fields?: Readonly<Record<string, TSchema | undefined>>;
  /** What the tool returns, if it is not the response. */
  readonly returns?: TSchema;
  toInput?(given: Arguments): Arguments;
  toOutput?(body: unknown, given: Arguments): unknown;
}

const closed = { additionalProperties: false } as const;
const { maxItems } = mcpLimits;

const Size = (defaultSize: number, maximum: number = maxItems) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum, description: `Number of results, 1 to ${maximum}. Default: ${defaultSize}` }),
  );

/** The part of a profile that is enough for most requests. The others are long, or rarely known. */
const compactFields: readonly (keyof Company)[] = [
  ...(['id', 'name', 'website', 'fqdn', 'description', 'employee_count', 'company_size', 'year_founded'] as const),
  ...(['hq_location', 'hq_country', 'company_type', 'abn_operation_status', 'industries', 'revenue'] as const),
];

const ProfileFields = Type.Optional(
  Type.Unsafe<string[]>({
    type: 'array',
    items: { type: 'string', enum: Object.keys(Company.properties) },
    minItems: 1,
    description: `Fields of the profile to return. Default: ${compactFields.join(', ')}`,
  }),
);

/** Checks `fields` here, because the operation does not have it. */
function parseFields(fields: unknown): readonly string[] {
  if (fields === undefined || fields === null) return compactFields;
  const known = Object.keys(Company.properties);
  const unknown = Array.isArray(fields) ? fields.find((field) => !known.includes(field as string)) : fields;
  if (unknown === undefined) return fields as string[];
  throw invalidField('fields', `must be an array of fields of the profile: ${known.join(', ')}.`);
}

const Profile = Type.Object(
  Object.fromEntries(
    Object.entries(Company.properties).map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
  ),
  closed,
);

const { items: Result } = MatchedCompanies.properties.results;
const { items: Candidate } = Result.properties.candidates;
/** A result whose candidates are cards: a profile is long, and `get_company` returns it. */
const CardResult = Type.Object(
  {
    ...Result.properties,
    candidates: Type.Array(Type.Object({ ...Candidate.properties, company: CompanyCard }, closed)),
  },
  closed,
);
const withoutProfiles = { return: undefined } as const;

/** Every tool, by name. Titles, descriptions, costs and fields are those of the operation. */
const facts: Readonly<Record<string, ToolFacts>> = {
  search_companies: { endpoint: SearchCompanies, fields: { size: Size(searchLimits.defaultSize) } },
  suggest_companies: {
    endpoint: SuggestCompanies,
    fields: { size: Size(suggestLimits.defaultSize, suggestLimits.maxSize) },
  },
  match_company: {
    endpoint: MatchCompanies,
    title: 'Match one company',
    fields: {
      ...withoutProfiles,
      companies: undefined,
      company: { ...MatchItem, description: 'The company to find, by at least one identifier', 'x-required': true },
    },
    returns: CardResult,
    toInput: ({ company, ...options }) => ({ ...options, companies: [company ?? {}], return: 'card' }),
    toOutput: (body) => (body as MatchedCompanies).results[0],
  },
  match_companies: {
    endpoint: MatchCompanies,
    fields: {
      ...withoutProfiles,
      companies: Type.Array(MatchItem, { minItems: 1, maxItems, description: `1 to ${maxItems} companies to find` }),
    },
    returns: Type.Object({ ...MatchedCompanies.properties, results: Type.Array(CardResult) }, closed),
    toInput: (given) => ({ ...given, return: 'card' }),
  },
  get_company: {
    endpoint: GetCompany,
    fields: { fields: ProfileFields },
    returns: Profile,
    toInput: ({ fields, ...given }) => {
      parseFields(fields);
      return given;
    },
    toOutput: (body, { fields }) =>
      Object.fromEntries(parseFields(fields).map((name) => [name, (body as Json)[name] ?? null])),
  },
  search_people: {
    endpoint: SearchPeople,
    fields: { from: undefined, size: Size(paging.defaultSize) },
    returns: Type.Object({ people: Type.Array(PersonMatch, { description: 'One page of people' }) }, closed),
    toOutput: (people) => ({ people }),
  },
  list_filter_values: { endpoint: ListValues, fields: { size: Size(valueLimits.defaultSize) } },
  get_usage: { endpoint: GetUsage },
};

const patternOf = ({ url }: Endpoint): RegExp => new RegExp(`^${url.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** The tool that calls the operation at this path. */
const toolAt = (path: string): string | undefined =>
  Object.entries(facts).findLast(([, { endpoint }]) => patternOf(endpoint).test(path))?.[0];

/** `` `GET /company` `` becomes `` `get_company` ``, and `` `X-Next-Cursor` `` becomes `` `next_cursor` ``. */
const rename = (text: string): string =>
  text
    .replaceAll(/`(?:GET|POST) (\/[^`?]+)[^`]*`/g, (whole, path: string) => {
      const tool = toolAt(path);
      return tool === undefined ? whole : `\`${tool}\``;
    })
    .replaceAll(/`(X-[A-Za-z-]+)`/g, (_, header: string) => `\`${fieldOfHeader(header)}\``);

/** The assistant may call a tool without asking: it only reads, and a second call returns the same. */
const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false };

/** The tool may allow less than its operation. */
function checkLimits({ properties }: Json, given: Arguments): void {
  for (const [name, { maximum, maxItems: most }] of Object.entries(
    properties as Record<string, { maximum?: number; maxItems?: number }>,
  )) {
    const value = given[name];
    if (maximum !== undefined && Number(value) > maximum) throw invalidField(name, `must be at most ${maximum}.`);
    if (most !== undefined && Array.isArray(value) && value.length > most)
      throw invalidField(name, `must have at most ${most} items; got ${value.length}.`);
  }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Puts each argument where the operation expects it. A name that it does not know is rejected there. */
function toOperation(endpoint: Endpoint, given: Arguments): Omit<OperationRequest, 'endpoint'> {
  const inPath = (name: string) => Object.hasOwn(endpoint.params?.properties ?? {}, name);
  const present = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  const asText = (some: typeof present) => Object.fromEntries(some.map(([name, value]) => [name, toText(value)]));
  const rest = present.filter(([name]) => !inPath(name));
  return {
    params: asText(present.filter(([name]) => inPath(name))),
    query: endpoint.method === 'GET' ? asText(rest) : {},
    body: endpoint.method === 'GET' ? undefined : Object.fromEntries(rest),
  };
}

const numeric = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

function toTool(name: string, { endpoint, title, fields = {}, returns, toInput, toOutput }: ToolFacts): Tool {
  const inputSchema = publish(inputOf(endpoint, fields), rename);
  const listed = {
    name,
    title: title ?? endpoint.summary,
    description: [title, rename(endpoint.description)].filter(Boolean).join('. '),
    inputSchema,
    outputSchema: publish(outputOf(endpoint, returns ?? endpoint.response), rename),
    annotations: { title: title ?? endpoint.summary, ...annotations },
  };
  return {
    endpoint,
    listed,
    toRequest(given) {
      checkLimits(inputSchema, given);
      return { endpoint, ...toOperation(endpoint, toInput?.(given) ?? given) };
    },
    toResult({ body, header }, given) {
      const sent = headersOf(endpoint).flatMap((one) => {
        const value = header(one);
        return value === undefined ? [] : [[fieldOfHeader(one), numeric(value)]];
      });
      return { ...((toOutput?.(body, given) ?? body) as Json), ...Object.fromEntries(sent) };
    },
  };
}

/** Built once: a server is created for each request. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  Object.entries(facts).map(([name, one]) => [name, toTool(name, one)]),
);
