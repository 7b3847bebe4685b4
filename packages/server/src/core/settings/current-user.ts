import { userInfo } from 'node:os';

/** The name of the user that runs this process, or the id: a container may use a user id that has no name. */
export function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
