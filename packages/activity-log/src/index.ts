export { activityLog, activityLog as default } from './activity-log.js';
export {
  type ActivityRecord,
  type CallRecord,
  type DescribeRecord,
  type EndRecord,
  type LossRecord,
  type RunRecord,
  type SearchRecord,
} from './activity-record.js';
export { type ActivityLogOptions } from './options.js';
export { readActivity, type ActivityFilter, type ActivityReading } from './read-activity.js';
export { summariseActivity, type RunActivity } from './summarise-activity.js';
