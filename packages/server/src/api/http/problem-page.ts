import { problems } from '@orgdex/contract';
import { escapeHtml } from '../../core/output/escape.ts';

const style = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere } section { padding: 0 1rem .5rem }
:target { outline: 2px solid; border-radius: 4px } dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem }
dt { font-weight: 600 } dd { margin: 0 } .facts { opacity: .75 }`;

/** The text as HTML, with what is between backticks as code. */
const toHtml = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const sections = (): string =>
  Object.entries(problems)
    .map(
      ([code, { status, number, title, cause, fix }]) => `<section id="${code}">
<h2><code>${code}</code></h2>
<p>${toHtml(title)} <span class="facts">HTTP status ${status}, <code>error</code> ${number}</span></p>
<dl><dt>Cause</dt><dd>${toHtml(cause)}</dd><dt>Fix</dt><dd>${toHtml(fix)}</dd></dl>
</section>`,
    )
    .join('\n');

/** Every problem under its code: what causes it and how to fix it. */
export const problemPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>orgdex: error codes</title>
<style>${style}</style>
</head>
<body>
<h1>Error codes</h1>
<p>Every error response contains an error object. Its <code>code</code> is one of these. <a href="/docs/">API reference</a></p>
${sections()}
</body>
</html>
`;
