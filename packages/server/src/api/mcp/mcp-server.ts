import { randomUUID } from 'node:crypto';
import { type CallToolResult, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import packageJson from '../../../package.json' with { type: 'json' };
import { Failure } from '../../core/errors/failure.ts';
import { toProblem } from '../http/problem.ts';
import { type Arguments, type OperationReply, type OperationRequest, type Tool, tools } from './tools.ts';

/** Sends requests with the key of one caller. */
export interface ToolCaller {
  /** The scopes of its key: tools that need another one are not listed. */
  readonly scopes: readonly string[];
  /** Fails with the error object of the service if the request does not succeed. */
  call(request: OperationRequest, signal: AbortSignal): Promise<OperationReply>;
}

/** The service rejected the request of a tool, with this error object. */
export class RejectedCall extends Error {
  readonly problem: unknown;

  constructor(problem: unknown) {
    super('The service rejected the request');
    this.problem = problem;
  }
}

const instructions = [
  'Company data of this orgdex service. To find a company, use `match_company` for one that you know something about,',
  '`search_companies` for many by name, place, industry or size. `get_company` returns a profile, and `search_people`',
  'the people who work there, without names. `get_usage` shows the credits that are left.',
].join(' ');

const isListed =
  (scopes: readonly string[]) =>
  ({ endpoint: { scope } }: Tool): boolean =>
    scope === 'any' || scopes.includes(scope);

/** The error object as text: the assistant reads what to fix. */
const refused = (problem: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(problem) }],
  isError: true,
});

function explain(error: unknown): CallToolResult {
  if (error instanceof RejectedCall) return refused(error.problem);
  if (error instanceof Failure) return refused(toProblem(error, randomUUID()));
  throw error;
}

async function callTool(tool: Tool, given: Arguments, send: (request: OperationRequest) => Promise<OperationReply>) {
  const result = tool.toResult(await send(tool.toRequest(given)), given);
  return { content: [{ type: 'text' as const, text: JSON.stringify(result) }], structuredContent: result };
}

/** A server for one request, or for one connection over standard input and output. */
export function createToolServer({ scopes, call }: ToolCaller): McpServer {
  const { version } = packageJson;
  const mcp = new McpServer(
    { name: 'orgdex', title: 'orgdex', version },
    { capabilities: { tools: {} }, instructions },
  );
  // Not its registered tools: they would validate arguments a second time, with other messages than the API.
  const { server } = mcp;
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].filter(isListed(scopes)).map(({ listed }) => listed as never),
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }, { mcpReq: { signal } }) => {
    const tool = tools.get(name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    return callTool(tool, given, (request) => call(request, signal)).catch(explain);
  });
  return mcp;
}
