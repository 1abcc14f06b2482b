import type { Prompt } from '@keepsake/contract/prompts';

/** What a theme is known by: its English name. */
export function englishTheme({ imageTheme }: Pick<Prompt, 'imageTheme'>): string {
  return typeof imageTheme === 'string' ? imageTheme : imageTheme.en;
}

/** The themes that there are, by their English names, each as its first prompt has it. */
export function themesOf(prompts: readonly Prompt[]): Map<string, Prompt['imageTheme']> {
  const themes = new Map<string, Prompt['imageTheme']>();
  for (const prompt of prompts)
    if (!themes.has(englishTheme(prompt))) themes.set(englishTheme(prompt), prompt.imageTheme);
  return themes;
}
