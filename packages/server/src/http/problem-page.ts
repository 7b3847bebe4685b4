import { problems } from '@orgdex/contract';

const style = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
code { font-family: ui-monospace, monospace } section { padding: 0 1rem } :target { outline: 2px solid; border-radius: 4px }`;

const sections = (): string =>
  Object.entries(problems)
    .map(
      ([code, { status, number, title }]) =>
        `<section id="${code}"><h2><code>${code}</code></h2><p>${title}</p><p>error ${number}, HTTP status ${status}</p></section>`,
    )
    .join('\n');

/** Every problem under its code; the table's words hold nothing that HTML would read. */
export const problemPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>orgdex: problems</title>
<style>${style}</style>
</head>
<body>
<h1>Problems</h1>
<p>Every answer that is not a success carries an error object. Its <code>code</code> is one of these. <a href="/docs/">API reference</a></p>
${sections()}
</body>
</html>
`;
