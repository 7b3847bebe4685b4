import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

interface Configuration {
  readonly mcpServers: Readonly<
    Record<string, { url: string; headers: Record<string, string> } | { command: string; args: string[] }>
  >;
}

/** Connects as an assistant with this configuration does. Returns the names of the tools, one per line. */
export async function listTools(
  configuration: string,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const [server] = Object.values((JSON.parse(configuration) as Configuration).mcpServers);
  if (!server) throw new Error('The configuration names no server.');
  const client = new Client({ name: 'orgdex-docs', version: '1.0.0' });
  await client.connect(
    'url' in server
      ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } })
      : new StdioClientTransport({ ...server, cwd, env: env as Record<string, string>, stderr: 'pipe' }),
  );
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name).join('\n');
}
