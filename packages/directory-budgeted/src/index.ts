export { characterBudget, defaultMaxCharacters } from './character-budget.js';
export {
  createBudgetedDirectory,
  directoryBudgeted,
  directoryBudgeted as default,
  type DirectoryBudgetedOptions,
} from './directory-budgeted.js';
