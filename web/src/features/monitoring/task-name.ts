import { taskTypes } from '@keepsake/contract/monitoring';
import type { Translate } from '../../shared/text-keys.ts';

/** The name of a task in words; one that only a newer server knows is called as it is there. */
export function taskName(t: Translate<'admin-workers'>, taskType: string): string {
  const known = taskTypes.find((name) => name === taskType);
  return known === undefined ? taskType : t(`names.${known}`);
}
