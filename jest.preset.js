import { fileURLToPath } from 'node:url';

/** `npm run test:long` runs the tests that start whole programs again and again (`*.long.test.ts`); `npm test` all others. */
const isLong = process.env['TOOLRACK_TESTS'] === 'long';

/**
 * Native-ESM jest (run with `node --experimental-vm-modules`): sources are resolved through the
 * "@toolrack/source" export condition, so tests need no build; swc compiles decorators and metadata.
 * @type {import('jest').Config}
 */
export default {
  testEnvironment: 'node',
  testMatch: isLong ? ['<rootDir>/src/**/*.long.test.ts'] : ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['\\.long\\.test\\.ts$'])],
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironmentOptions: { customExportConditions: ['@toolrack/source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  coverageProvider: 'v8',
  maxWorkers: 2,
  testTimeout: 30_000,
  reporters: ['default', fileURLToPath(new URL('./tools/count-reporter.js', import.meta.url))],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};
