import { Command } from 'commander';
import type { Context } from '../context.ts';
import { keyFileOption, readKey, urlOption } from '../options/api-access.ts';

interface Options {
  url: string;
  keyFile?: string;
}

async function run(context: Context, { url, keyFile }: Options): Promise<void> {
  const key = readKey(context, keyFile);
  // Large, and needed only here.
  const { serveTools } = await import('../../api/mcp/stdio.ts');
  await serveTools({ url, key });
}

export function mcpCommand(context: Context): Command {
  return new Command('mcp')
    .description('Offer the API as tools to an assistant, over standard input and output (Model Context Protocol)')
    .addOption(urlOption())
    .addOption(keyFileOption())
    .action((options: Options) => run(context, options));
}
