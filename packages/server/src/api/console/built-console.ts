import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A published package contains the console. */
const inPackage = join(import.meta.dirname, '../../../console');

/** In a clone, `npm run build:console` writes it. */
export const builtConsole = existsSync(inPackage) ? inPackage : join(import.meta.dirname, '../../../../console/dist');

/** The page that starts the console. */
export const startPage = 'index.html';

export const isConsoleBuilt = (): boolean => existsSync(join(builtConsole, startPage));
