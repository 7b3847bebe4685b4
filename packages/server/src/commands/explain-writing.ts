import { OperatorError } from '../failure.ts';

/** Says which file could not be written; any other failure is passed on. */
export function explainWriting(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.syscall === 'open' || error.syscall === 'mkdir' || error.code === 'ENOSPC')
      throw new OperatorError(`${path} cannot be written: ${error.message}.`);
    throw error;
  };
}
