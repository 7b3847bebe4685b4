import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What the tests use of a client, whatever its version. */
export interface ToolClient {
  readonly version: string | undefined;
  list(): Promise<{ name: string; description?: string; inputSchema: object; outputSchema?: object }[]>;
  call(name: string, given?: Record<string, unknown>): Promise<ToolOutcome>;
  close(): Promise<void>;
}

export interface ToolOutcome {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown> | undefined;
}

interface Result {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

const toOutcome = ({ isError = false, structuredContent, content }: Result): ToolOutcome => ({
  isError,
  text: (content as { text: string }[])[0]?.text ?? '',
  structured: structuredContent as Record<string, unknown> | undefined,
});

interface AnyClient {
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

export const toToolClient = (client: AnyClient, version: string | undefined): ToolClient => ({
  version,
  list: async () => (await client.listTools()).tools as Awaited<ReturnType<ToolClient['list']>>,
  call: async (name, given = {}) => toOutcome((await client.callTool({ name, arguments: given })) as Result),
  close: () => client.close(),
});

const info = { name: 'orgdex-test', version: '1.0.0' };
const withKey = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

async function connectCurrent(base: string, key: string, mode: 'legacy' | { pin: string }): Promise<ToolClient> {
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', base), withKey(key)));
  return toToolClient(client, client.getNegotiatedProtocolVersion());
}

async function connectFormer(base: string, key: string): Promise<ToolClient> {
  const client = new FormerClient(info);
  const transport = new FormerTransport(new URL('/mcp', base), withKey(key));
  // Its types were written without exact optional properties.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return toToolClient(client, transport.protocolVersion);
}

/** One client of each generation of the protocol. */
export const connectAs = {
  modern: (base: string, key: string) => connectCurrent(base, key, { pin: '2026-07-28' }),
  legacy: (base: string, key: string) => connectCurrent(base, key, 'legacy'),
  former: connectFormer,
} as const;
