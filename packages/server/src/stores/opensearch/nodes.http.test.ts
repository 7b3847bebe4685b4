import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readConfig } from '../../core/settings/config.ts';
import { connectOpenSearch } from './client.ts';
import { openNode } from './nodes.ts';

test.each(['/search', '/search/'])('an address with the path %s is used for reads and writes', async (path) => {
  const [target = ''] = readConfig().OPENSEARCH_URL;
  const paths: string[] = [];
  const proxy = createServer((asked, answer) => {
    paths.push(asked.url ?? '');
    const { method, headers, url = '' } = asked;
    const onward = request(target + url.replace('/search', ''), { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 0, got.headers);
      got.pipe(answer);
    });
    asked.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`;
  const node = openNode(url);
  const opensearch = connectOpenSearch([url]);
  try {
    const read = await node.send({ method: 'GET', path: '/_cluster/health?local=true' }, 10_000);
    expect(read).toMatchObject({ status: 200, body: { status: expect.any(String) } });
    expect((await opensearch.cluster.health()).statusCode).toBe(200);
    expect(paths).toEqual(['/search/_cluster/health?local=true', '/search/_cluster/health']);
  } finally {
    node.close();
    await opensearch.close();
    proxy.close();
  }
});
