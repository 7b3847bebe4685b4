import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPythons, installOnce, type Program, run } from '../../packages/sdk/test/support/tools.ts';
import type { CheckStep } from './run-steps.ts';

/** What checks and builds the Python package. */
const tools = ['mypy==2.4.1', 'ruff==0.17.5', 'build==1.6.1', 'hatchling==1.33.0', 'httpx==0.28.1'];

function toolsFolder(): string {
  const { version, path } = findPythons().at(-1) as Program;
  const name = `python-tools-${version}-${tools.join('-').replaceAll('==', '-')}`;
  return installOnce(name, (target) => {
    run(path, ['-m', 'venv', target]);
    run(join(target, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...tools]);
  });
}

const tool = (name: string): string => join(toolsFolder(), 'bin', name);

/** A wheel works where nothing else is installed, and says what the asynchronous client needs. */
const tryWheel = `
import importlib.metadata, importlib.resources, orgdex
assert not importlib.metadata.requires("orgdex") or all("extra ==" in one for one in importlib.metadata.requires("orgdex"))
assert importlib.resources.files("orgdex").joinpath("py.typed").is_file()
assert orgdex.__version__ == importlib.metadata.version("orgdex")
try:
    orgdex.AsyncOrgdex
except ImportError as error:
    assert "orgdex[async]" in str(error)
else:
    raise AssertionError("httpx is installed")
`;

function wheelCommands(root: string): string[][] {
  const output = join(root, '.orgdex/sdk-tools/dist');
  const empty = join(root, '.orgdex/sdk-tools/empty');
  const [oldest] = findPythons();
  rmSync(output, { recursive: true, force: true });
  rmSync(empty, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  run(tool('python'), ['-m', 'build', '--no-isolation', '--outdir', output, join(root, 'python')]);
  const built = readdirSync(output);
  const wheel = built.find((name) => name.endsWith('-py3-none-any.whl'));
  if (wheel === undefined || !built.some((name) => name.endsWith('.tar.gz')))
    throw new Error(`Built: ${built.join(', ')}`);
  run(oldest?.path ?? '', ['-m', 'venv', empty]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index', join(output, wheel)];
  return [
    [join(empty, 'bin/python'), ...install],
    [join(empty, 'bin/python'), '-c', tryWheel],
  ];
}

export const pythonPackageSteps = (root: string): CheckStep[] => {
  const folder = join(root, 'python');
  const config = ['--config-file', join(folder, 'pyproject.toml')];
  const cache = ['--cache-dir', join(root, '.orgdex/sdk-tools/mypy-cache')];
  return [
    {
      name: 'Python: ruff',
      commands: () => [
        [tool('ruff'), 'check', '--no-cache', folder],
        [tool('ruff'), 'format', '--no-cache', '--check', folder],
      ],
    },
    {
      name: 'Python: mypy --strict',
      commands: () => [[tool('mypy'), ...config, ...cache, '--strict', join(folder, 'src'), join(folder, 'tests')]],
    },
    {
      name: 'Python: examples',
      commands: () => [['env', `PYTHONPATH=${join(folder, 'src')}`, tool('python'), join(folder, 'tests/examples.py')]],
    },
    { name: 'Python: sdist, wheel, empty environment', commands: () => wheelCommands(root) },
  ];
};
