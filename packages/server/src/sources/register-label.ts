/** What a register says of a company, and the days that belong to it. */
interface Standing {
  status: string;
  /** Whether the status began with the registration and goes on. */
  stands: boolean;
  registered?: string | undefined;
  ended?: string | undefined;
}

/** A register's status in one line, with the day that says most about it. */
export function registerLabel({ status, stands, registered, ended }: Standing): string {
  if (stands) return registered ? `${status} since ${registered}` : status;
  if (ended) return `${status} ${ended}`;
  return registered ? `${status}, registered ${registered}` : status;
}
