import { userInfo } from 'node:os';

/** The name of the user that runs this process. A container may run it under a user id that has no name: then the id. */
export function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
