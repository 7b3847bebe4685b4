import { Redis } from 'ioredis';
import { withTimeout } from '../../core/async/timeout.ts';

/** A connection that fails at once instead of queueing, and never reconnects: open a new one instead. */
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
    // None of the timeouts of the client covers a handshake without a response.
    await withTimeout(redis.connect(), timeoutMs);
    return redis;
  } catch (error) {
    redis.disconnect();
    // The error of the client only says that the connection is closed.
    throw trouble ?? error;
  }
}

/** Whether Redis responds, and its version. */
export async function checkLimiter(url: string): Promise<string> {
  const redis = await openRedis(url, 1000);
  try {
    const info = await redis.info('server');
    return `Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? 'of an unknown version'}`;
  } finally {
    redis.disconnect();
  }
}
