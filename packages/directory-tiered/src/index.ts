export { createTieredDirectory, directoryTiered, directoryTiered as default } from './directory-tiered.js';
export { type DirectoryTieredOptions, tieredOptions } from './tiered-options.js';
export { listingBudget, type ListingForm, listingTier } from './listing-budget.js';
export { shortDescription } from './short-description.js';
