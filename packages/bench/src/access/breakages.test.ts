import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults } from '../faults/all.ts';
import { accessPromises } from './all.ts';

const source = new URL('../../../server/src/', import.meta.url);
const changes = [...accessPromises, ...faults].flatMap(({ breakages }) =>
  breakages.flatMap((breakage) => breakage.changes),
);

test.each(changes.map(({ file, from }) => [file, from]))(
  '%s contains once what a measurement breaks: %s',
  (file, from) => {
    expect(readFileSync(new URL(file, source), 'utf8').split(from)).toHaveLength(2);
  },
);
