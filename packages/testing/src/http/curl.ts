/** Splits a shell command into words; resolves quotes, line continuations, and `$NAME` outside of single quotes. */
function wordsOf(command: string, variables: Readonly<Record<string, string>>): string[] {
  const expand = (text: string) => text.replaceAll(/\$([A-Z]+)/g, (_, name) => variables[name] ?? '');
  const words = command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g);
  return [...words].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, single, double, bare) => single ?? expand(double ?? bare)),
  );
}

/** Sends the request of a `curl` command from the documentation. */
export function runCurl(command: string, variables: Readonly<Record<string, string>> = {}): Promise<Response> {
  const [program, ...words] = wordsOf(command, variables);
  if (program !== 'curl') throw new Error(`Not a curl command: ${command}`);
  const headers = new Headers();
  const request: RequestInit = { headers };
  let url = '';
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H' || word === '--header') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/s);
      headers.set(name, value);
    } else if (word === '--data' || word === '--json') {
      Object.assign(request, { method: 'POST', body: words.shift() });
      if (word === '--json') headers.set('content-type', 'application/json');
    } else if (word === '--request') request.method = words.shift() as string;
    else if (word === '-s' || word === '-si') continue;
    else if (word.startsWith('http')) url = word;
    else throw new Error(`Unknown part of a curl command: ${word}`);
  }
  return fetch(url, request);
}
