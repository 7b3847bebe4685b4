import { expect, test } from 'vitest';
import { drawDiagrams } from './diagrams.ts';

const diagram = [
  '```mermaid',
  'erDiagram',
  '  source ||--o{ run : "source_id"',
  '  run {',
  '    integer id PK',
  '  }',
  '  source {',
  '    smallint id PK',
  '  }',
  '```',
];

test('a Mermaid block becomes a drawing in one line, with the names of its tables', () => {
  const [before, drawing = '', after] = drawDiagrams(['Before.', ...diagram, 'After.'].join('\n')).split('\n');
  expect([before, after]).toEqual(['Before.', 'After.']);
  expect(drawing).toMatch(
    /^<figure class="diagram not-content"><svg role="img" aria-label="Diagram of run, source" .*<\/figure>$/,
  );
  for (const text of ['run', 'source', 'source_id', 'integer']) expect(drawing).toContain(`>${text}<`);
});

test('a drawing loads nothing, and its style applies to drawings only', () => {
  const drawing = drawDiagrams(diagram.join('\n'));
  expect(drawing).not.toContain('@import');
  expect(drawing.match(/<style>[^{]*{/g)).toEqual(['<style>.diagram {']);
});

test('other code stays as it is', () => {
  const text = '```sh\nnpx orgdex migrate\n```\n';
  expect(drawDiagrams(text)).toBe(text);
});
