import { videoAbilities } from '@keepsake/contract/films/video-abilities';
import type { VideoConfig } from '@keepsake/contract/films/videos';
import type { FieldProblem } from '@keepsake/contract/field-errors';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { defaultProviderUrl, isProviderUrl } from '../../../providers/video/provider-hosts.ts';

/** Refuses a configuration that cannot work, or that would send the API key to an unknown host. @throws AppError validation_failed */
export function checkVideoConfig(given: VideoConfig, config: Config): void {
  const fields = { ...beyondAbilities(given), ...misdirected(given, config), ...keyless(given, config) };
  const names = Object.keys(fields);
  if (names.length === 0) return;
  const problems = Object.fromEntries(names.map((name): [string, FieldProblem] => [name, { code: 'not_allowed' }]));
  throw new AppError('validation_failed', { fields, body: { problems } });
}

const checked = ['model', 'duration', 'aspect_ratio', 'resolution'] as const;

function beyondAbilities(given: VideoConfig): Record<string, string> {
  const abilities = videoAbilities[given.serviceProvider];
  const fields: Record<string, string> = {};
  for (const name of checked) {
    const offered: readonly unknown[] = abilities[name];
    if (offered.includes(given[name])) continue;
    fields[name] = `${given.serviceProvider} does not offer ${given[name]} here; it offers ${offered.join(', ')}.`;
  }
  return fields;
}

function misdirected({ serviceProvider, serviceProviderUrl }: VideoConfig, config: Config): Record<string, string> {
  if (isProviderUrl(serviceProvider, serviceProviderUrl, config)) return {};
  const expected = defaultProviderUrl(serviceProvider, config);
  return {
    serviceProviderUrl: `This address is not one of the provider: one at ${new URL(expected).origin}, such as ${expected}, is expected.`,
  };
}

function keyless({ serviceProvider }: VideoConfig, config: Config): Record<string, string> {
  const { LUMAAI_API_KEY, LUMA_AGENTS_API_KEY } = config;
  if (serviceProvider === 'luma' && !LUMAAI_API_KEY)
    return { serviceProvider: 'Luma cannot be used without an API key: the setting LUMAAI_API_KEY is missing.' };
  if (serviceProvider === 'luma-agents' && !LUMA_AGENTS_API_KEY && !LUMAAI_API_KEY)
    return {
      serviceProvider: 'Luma Agents cannot be used without an API key: the setting LUMA_AGENTS_API_KEY is missing.',
    };
  return {};
}
