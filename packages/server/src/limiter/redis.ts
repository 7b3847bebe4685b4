import { Redis } from 'ioredis';

/** A connection that fails at once instead of queueing: a limiter that is late is worse than none. */
function openLimiter(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    commandTimeout: 1000,
    connectTimeout: 1000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  return redis;
}

/** Whether Redis answers, and what it is. */
export async function checkLimiter(url: string): Promise<string> {
  const redis = openLimiter(url);
  try {
    await redis.connect();
    const info = await redis.info('server');
    return `Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? 'of an unknown version'}`;
  } finally {
    redis.disconnect();
  }
}
