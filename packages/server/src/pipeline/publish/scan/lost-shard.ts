import type { Generation } from '../../../stores/postgres/outbox/generations.ts';

/** Until it is complete, a generation has one copy of each shard, so it can lose one. */
export const explainLostShard = ({ id }: Pick<Generation, 'id'>, reason: string): string =>
  [
    `OpenSearch has lost a shard of generation ${id}, which is being built and has no replicas yet: ${reason}.`,
    'Start the missing node and run the same command again: it continues where it stopped. If the node is gone,',
    '`orgdex rebuild --restart` begins again.',
  ].join(' ');
