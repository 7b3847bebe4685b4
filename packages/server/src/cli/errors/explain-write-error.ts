import { OperatorError } from '../../core/errors/failure.ts';

/** Names the file that could not be written. Rethrows any other error. */
export function explainWriting(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.syscall === 'open' || error.syscall === 'mkdir' || error.code === 'ENOSPC')
      throw new OperatorError(`Cannot write ${path}: ${error.message}.`);
    throw error;
  };
}
