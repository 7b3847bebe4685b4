import { defineConfig } from 'vitest/config';

/** The journeys that every change must pass: import, publish and look up; a killed import; opt-outs; the console in Chromium. */
const keyJourneys = [
  'packages/server/test/journeys/first-answers.test.ts',
  'packages/server/test/journeys/kill.test.ts',
  'packages/server/test/journeys/opt-out-lists.test.ts',
  'packages/console/test/journeys/sign-in-and-search.test.ts',
];

/**
 * Kinds of test, distinguished by their place. The gate (`.ci/run`) has the pure tests, those with the real stores, the key journeys
 * and the behavior of the SDKs; `.ci/full` also has all other journeys and the measurements at small size. One kind after the other.
 */
export default defineConfig({
  test: {
    // A report of CI has only the message of a failure, so it shows the values.
    chaiConfig: { truncateThreshold: 2000 },
    // One second is too short for a store on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          sequence: { groupOrder: 0 },
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/support/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.http.test.ts', '**/node_modules/**'],
          // The longest take seconds, and a host that gives the cores to others can make everything ten times as slow.
          testTimeout: 120_000,
          // Pure code keeps nothing between tests, so the files can share what they loaded: half the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          sequence: { groupOrder: 1 },
          include: ['packages/*/src/**/*.http.test.ts'],
          globalSetup: ['packages/testing/src/stores/row-types.ts'],
          setupFiles: ['packages/testing/src/stores/check-rows.ts'],
          // A host that gives the cores to others can make everything ten times as slow.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'key-journeys',
          sequence: { groupOrder: 1 },
          include: keyJourneys,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          sequence: { groupOrder: 2 },
          include: ['packages/{server,console,sdk,site}/test/journeys/**/*.test.ts'],
          exclude: [...keyJourneys, '**/node_modules/**'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 2,
          maxConcurrency: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          sequence: { groupOrder: 3 },
          include: ['packages/bench/test/journeys/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // They measure, and some start stores on the same ports.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'sdks',
          sequence: { groupOrder: 4 },
          include: ['packages/sdk/test/clients/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
