import { aboutSetting, listed, sections, settings, type SettingName } from '../server/src/settings.ts';

/** docs/settings.md, before it is formatted. */
export function settingsPage(): string {
  const parts = sections.map(({ title, names }) =>
    [
      `## ${title}`,
      '',
      '| setting | default | accepted | what it is for |',
      '| - | - | - | - |',
      ...names.map(row),
    ].join('\n'),
  );
  return `# Settings

Written by \`npm run settings\` from [server/src/settings.ts](../server/src/settings.ts); a test fails when it is stale.

Settings come from the environment or from a \`.env\` file; the environment wins, and an empty value counts as none. Everything has a default that works. A setting that cannot
be used stops the start with one line that says which, why and what is expected. [.env.example](../.env.example) has all of them to copy.

${parts.join('\n\n')}
`;
}

/** .env.example */
export function exampleFile(): string {
  const parts = sections.map(({ title, names }) => [`## ${title}`, ...names.map(exampleOf)].join('\n\n'));
  return `# Every setting of Keepsake, written by \`npm run settings\`. Copy this file to .env, and take the # off the lines that are to be set.

${parts.join('\n\n')}
`;
}

function row(name: SettingName): string {
  const { expected, example } = aboutSetting(name);
  const accepted = `${plain(expected)}${example === undefined ? '' : `, such as \`${example}\``}`;
  return `| ${[`\`${name}\``, defaultOf(name), accepted, purpose(name)].join(' | ')} |`;
}

function exampleOf(name: SettingName): string {
  const { expected, example } = aboutSetting(name);
  const value = example ?? defaultValue(name) ?? '';
  const lines = [purpose(name), `Accepted: ${plain(expected)}. Default: ${defaultOf(name)}.`];
  // Links lead from docs/.
  const comment = lines.map((line) => `# ${line.replaceAll(/ \(\[.*?\]\(.*?\)\)|`|\*\*/g, '')}`);
  return [...comment, `#${name}=${/[\s<>#]/.test(value) ? `"${value}"` : value}`].join('\n');
}

/** The purpose of a setting, and its dependencies on others. */
function purpose(name: SettingName): string {
  const { meaning, required, needs, testsOnly } = aboutSetting(name);
  const said = [meaning];
  if (required) {
    const unless = required.unless === undefined ? '' : ` without \`${required.unless}\``;
    said.push(`**Required in production**${unless}: ${required.because}.`);
  }
  if (needs) {
    const others = needs.names.filter((other) => other !== name).map((other) => `\`${other}\``);
    said.push(`Needs ${listed(others, 'and')}: ${needs.because}.`);
  }
  if (testsOnly) said.push('Refused in production.');
  return said.join(' ');
}

function defaultOf(name: SettingName): string {
  const value = defaultValue(name);
  return value === undefined ? (aboutSetting(name).without ?? 'none') : `\`${value}\``;
}

function defaultValue(name: SettingName): string | undefined {
  const value: unknown = settings.shape[name].parse(undefined);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** In the error the sentence goes on behind a comma at its end. */
function plain(expected: string): string {
  return expected.replace(/,$/, '');
}
