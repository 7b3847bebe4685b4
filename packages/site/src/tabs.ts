/** A block of code with `tab="TypeScript"` after its language. */
const tabBlock = /```[a-z]*[^\n]* tab="(?<tab>[^"]+)"[^\n]*\n[\s\S]*?^```\n/m.source;
const group = new RegExp(`(?:^${tabBlock.replace('?<tab>', '?:')}\\n*)+`, 'gm');
const block = new RegExp(`^${tabBlock}`, 'gm');

/** Whether a page has the same code in several languages. */
export const hasTabs = (markdown: string): boolean => markdown.search(block) >= 0;

const components = "import { TabItem, Tabs } from '@astrojs/starlight/components';";

/** The page as MDX, with adjacent blocks of code in tabs. A reader who chooses a language sees it on all pages. */
export const withTabs = (markdown: string): string => {
  const body = markdown.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(group, (blocks) => {
    const items = blocks.replaceAll(block, (code, tab: string) => `<TabItem label="${tab}">\n\n${code}\n</TabItem>\n`);
    return `<Tabs syncKey="language">\n${items.trimEnd()}\n</Tabs>\n\n`;
  });
  return `\n${components}\n${body}`;
};
