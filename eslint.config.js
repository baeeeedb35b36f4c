import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const nodeGlobals = Object.fromEntries(
  [
    'console',
    'process',
    'URL',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'Buffer',
    'performance',
    'fetch',
    'AbortController',
    'AbortSignal',
    'structuredClone',
    'TextDecoder',
    'TextEncoder',
    'queueMicrotask',
  ].map((name) => [name, 'readonly']),
);

export default defineConfig(
  globalIgnores(['**/dist', '**/out-spec', '**/coverage', '**/node_modules', '.nx', '**/fixtures/**']),
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: nodeGlobals },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 250 }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: true,
          banTransitiveDependencies: true,
          allow: [],
          depConstraints: [
            { sourceTag: 'layer:contracts', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'layer:library', onlyDependOnLibsWithTags: ['layer:contracts'] },
            { sourceTag: 'layer:kernel', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:library'] },
            { sourceTag: 'layer:testkit', onlyDependOnLibsWithTags: ['layer:contracts'] },
            { sourceTag: 'layer:plugin', onlyDependOnLibsWithTags: ['layer:contracts'] },
            {
              sourceTag: 'layer:host',
              onlyDependOnLibsWithTags: ['layer:contracts', 'layer:library', 'layer:kernel', 'layer:plugin', 'layer:host'],
            },
            { sourceTag: 'layer:example', onlyDependOnLibsWithTags: ['*'] },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      '@nx/enforce-module-boundaries': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
