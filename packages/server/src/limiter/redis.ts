import { Redis } from 'ioredis';
import { withPatience } from '../patience.ts';

/** A connection that fails at once instead of queueing, and never comes back: who wants one opens another. */
export async function openRedis(url: string, timeoutMs: number): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    commandTimeout: timeoutMs,
    connectTimeout: timeoutMs,
    disconnectTimeout: 100,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let trouble: Error | undefined;
  redis.on('error', (error: Error) => {
    trouble = error;
  });
  try {
    // Of its own timeouts, none ends a greeting that is never answered.
    await withPatience(redis.connect(), timeoutMs);
    return redis;
  } catch (error) {
    redis.disconnect();
    // Its own words are only that the connection is closed.
    throw trouble ?? error;
  }
}

/** Whether Redis answers, and what it is. */
export async function checkLimiter(url: string): Promise<string> {
  const redis = await openRedis(url, 1000);
  try {
    const info = await redis.info('server');
    return `Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? 'of an unknown version'}`;
  } finally {
    redis.disconnect();
  }
}
