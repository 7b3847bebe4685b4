/** The status of a company in a register, with its dates. */
interface Standing {
  status: string;
  /** Whether the status began with the registration and still holds. */
  stands: boolean;
  registered?: string | undefined;
  ended?: string | undefined;
}

/** A register's status in one line, with its most relevant date. */
export function registerLabel({ status, stands, registered, ended }: Standing): string {
  if (stands) return registered ? `${status} since ${registered}` : status;
  if (ended) return `${status} ${ended}`;
  return registered ? `${status}, registered ${registered}` : status;
}
