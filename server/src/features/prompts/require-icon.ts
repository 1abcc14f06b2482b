import { completeIcon } from '@keepsake/contract/complete-icon';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import type { Icons } from './icons.ts';

/** What was typed as an icon, completed. @throws AppError validation_failed where there is no such icon: customers would see nothing */
export async function requireIcon(icons: Icons, typed: string): Promise<string> {
  const icon = completeIcon(typed);
  const drawings = await icons.drawings();
  const isThere = icon.startsWith('fa-')
    ? ((await icons.classNames())?.has(icon) ?? true)
    : drawings.some((name) => icon === `/card-icons/${name}.svg`);
  if (!isThere) throw invalidFields({ icon: { code: 'unknown_icon', example: drawings.slice(0, 20).join(', ') } });
  return icon;
}
