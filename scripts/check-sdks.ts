// Checks the SDKs in all that they support: npm run check:sdks
// Python and its tools are installed in .orgdex/sdk-tools, apart from the dependencies of the workspace. The stores are not needed.
import { join } from 'node:path';
import { pythonPackageSteps } from './sdks/python-package.ts';
import { type CheckStep, runSteps } from './sdks/run-steps.ts';
import { typescriptPackageSteps } from './sdks/typescript-package.ts';

const root = join(import.meta.dirname, '..');

/** Both SDKs run the table of behavior in every Python and Node of this machine, and in Chromium. */
const behavior: CheckStep = {
  name: 'behavior in all programs',
  commands: () => [['vitest', 'run', '--project', 'sdks', '--reporter', 'dot']],
};

const passed = await runSteps(root, [...pythonPackageSteps(root), ...typescriptPackageSteps(root), behavior]);
process.exitCode = passed ? 0 : 1;
