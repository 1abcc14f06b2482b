import { CONTROLS, type FilmVerdict, type PhotoVerdict } from './judge-photo.ts';
import { JUDGED, type Judged } from './give-verdict.ts';
import { BARS, THRESHOLDS } from './thresholds.ts';

export interface Finding {
  what: string;
  value: string;
  bar: string;
  isMet: boolean;
}

/** The judge's results for a set of photos, compared with the bars. */
export function findingsOf(verdicts: readonly PhotoVerdict[]): Finding[] {
  const films = verdicts.flatMap((verdict) => verdict.films.map((film) => ({ verdict, film })));
  const isControl = ({ film }: Watched) => CONTROLS.some((control) => control === film.effect);
  const acted = films.filter((each) => !isControl(each));
  const judged = JUDGED.filter((effect) => films.some(({ film }) => film.effect === effect));
  const shares = judged.map((effect): Finding => {
    const { shown, asked } = count(filmsOf(films, effect), effect);
    return atLeast(`${effect}: faces that show it`, shown, asked, BARS.shown[effect]);
  });
  const groups = judged.map((effect): Finding => {
    const group = filmsOf(films, effect).filter(({ verdict }) => verdict.counts[effect].filter(Boolean).length > 1);
    const whole = group.filter((each) => isWhole(each, effect));
    return atLeast(`${effect}: groups of which every face shows it`, whole.length, group.length, BARS.groups);
  });
  const controls = JUDGED.map((effect) => count(films.filter(isControl), effect));
  const passed = controls.reduce((sum, { shown }) => sum + shown, 0);
  const other = crossPassing(acted);
  const quality = Math.min(Infinity, ...acted.flatMap(({ film }) => film.background ?? []));
  const strangeness = Math.max(0, ...acted.map(({ film }) => film.strangeness));
  return [
    ...shares,
    ...groups,
    {
      what: 'controls that show an effect',
      value: ratio(
        passed,
        controls.reduce((sum, { asked }) => sum + asked, 0),
      ),
      bar: 'none',
      isMet: passed === 0,
    },
    {
      what: 'films of one effect in which a face shows another',
      value: ratio(other.shown, other.asked),
      bar: `at most ${percent(BARS.crossPassing)}`,
      isMet: other.shown <= BARS.crossPassing * other.asked,
    },
    {
      what: 'background, worst film',
      value: `${quality.toFixed(1)} dB`,
      bar: `at least ${THRESHOLDS.background} dB`,
      isMet: quality >= THRESHOLDS.background,
    },
    {
      what: 'identity, furthest face',
      value: strangeness.toFixed(2),
      bar: `at most ${THRESHOLDS.identity}`,
      isMet: strangeness <= THRESHOLDS.identity,
    },
  ];
}

export function describeFindings(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, value, bar, isMet }) => [what, value, bar, isMet ? 'yes' : 'no']);
  return table(['', 'found', 'bar', 'met'], rows);
}

/** Confusion matrix as Markdown: for each effect's films, how many of the eligible faces show each effect. */
export function describeConfusion(verdicts: readonly PhotoVerdict[]): string {
  const films = verdicts.flatMap((verdict) => verdict.films.map((film) => ({ verdict, film })));
  const effects = verdicts[0]?.films.map(({ effect }) => effect) ?? [];
  const rows = effects.map((effect) => {
    const these = filmsOf(films, effect);
    const qualities = these.flatMap(({ film }) => film.background ?? []);
    return [
      effect,
      ...JUDGED.map((judged) => {
        const { shown, asked } = count(these, judged);
        return asked === 0 ? '' : `${shown} of ${asked}`;
      }),
      qualities.length > 0 ? `${Math.min(...qualities).toFixed(1)} dB` : '',
      Math.max(...these.map(({ film }) => film.strangeness)).toFixed(2),
    ];
  });
  return table(['film of', ...JUDGED.map((judged) => `shows ${judged}`), 'background', 'identity'], rows);
}

interface Watched {
  verdict: PhotoVerdict;
  film: FilmVerdict;
}

function filmsOf(films: readonly Watched[], effect: string): Watched[] {
  return films.filter(({ film }) => film.effect === effect);
}

/** Number of faces that show the effect, and of those eligible. */
function count(films: readonly Watched[], judged: Judged): { shown: number; asked: number } {
  let [shown, asked] = [0, 0];
  for (const { verdict, film } of films) {
    verdict.counts[judged].forEach((counts, face) => {
      if (!counts) return;
      asked++;
      if (film.shown[judged][face]) shown++;
    });
  }
  return { shown, asked };
}

function isWhole({ verdict, film }: Watched, effect: Judged): boolean {
  return verdict.counts[effect].every((counts, face) => !counts || film.shown[effect][face]);
}

/** How often a film shows another effect than its own. A laugh may count as a smile. */
function crossPassing(films: readonly Watched[]): { shown: number; asked: number } {
  let [shown, asked] = [0, 0];
  for (const each of films) {
    for (const judged of JUDGED) {
      if (each.film.effect === judged || (each.film.effect === 'laugh' && judged === 'smile')) continue;
      const found = count([each], judged);
      shown += found.shown;
      asked += found.asked;
    }
  }
  return { shown, asked };
}

function atLeast(what: string, shown: number, asked: number, bar: number): Finding {
  return { what, value: ratio(shown, asked), bar: `at least ${percent(bar)}`, isMet: shown >= bar * asked };
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? 'none asked' : `${part} of ${whole} (${percent(part / whole)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
