import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { UnitReport } from './results-reporter.ts';

/** Result of a test run. */
export interface Results {
  passed: number;
  failed: Failure[];
  skipped: number;
  files: { path: string; seconds: number }[];
}

export interface Failure {
  /** Relative to the root of the repository. */
  path: string;
  /** Empty if the whole file failed. */
  name: string;
  /** The first lines of what went wrong. */
  error: string[];
}

export const noResults: Results = { passed: 0, failed: [], skipped: 0, files: [] };

/** The lines of an error that a summary shows. */
const shownLines = 8;

/**
 * Reads the report of Vitest. Tests of the other run, that of the tag `full` or that without it, do not count as skipped.
 * @param report undefined if the run ended before it wrote one: that counts as one failure
 */
export function unitResults(report: unknown, { root, full }: { root: string; full: boolean }): Results {
  if (!report) return { ...noResults, failed: [{ path: 'vitest.config.ts', name: '', error: [] }] };
  const { files, errors } = report as UnitReport;
  const results = files.map(({ path: place, ms, errors: ofFile, tests }) => {
    const path = relative(root, place);
    const failures = tests.filter(({ state }) => state === 'failed');
    return {
      path,
      seconds: ms / 1000,
      passed: tests.filter(({ state }) => state === 'passed').length,
      skipped: tests.filter(({ state, tags }) => state === 'skipped' && tags.includes('full') === full).length,
      failed: [
        ...failures.map((test) => ({ path, name: test.name, error: firstLines(test.errors) })),
        ...(ofFile.length > 0 ? [{ path, name: '', error: firstLines(ofFile) }] : []),
      ],
    };
  });
  const sum = total(results);
  return errors.length > 0 && sum.failed.length === 0
    ? { ...sum, failed: [{ path: 'vitest.config.ts', name: '', error: firstLines(errors) }] }
    : sum;
}

/** The beginning of some errors, without colours, stacks and what differences have in common. */
export function firstLines(errors: readonly string[]): string[] {
  const lines = errors
    .flatMap((error) => stripVTControlCharacters(error).split('\n'))
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  const telling = lines.filter((line, at) => at === 0 || !/^\s{2}/.test(line));
  return (lines.length > shownLines ? telling : lines).slice(0, shownLines).map((line) => line.slice(0, 200));
}

/** The part of Playwright's JSON report that is read. */
interface JourneyReport {
  suites: JourneySuite[];
  errors: JourneyError[];
}

interface JourneyError {
  message?: string;
}

interface JourneySuite {
  title: string;
  file: string;
  suites?: JourneySuite[];
  specs: { title: string; tests: { status: string; results: { duration: number; errors: JourneyError[] }[] }[] }[];
}

/** Reads Playwright's JSON report. @param report as above */
export function journeyResults(report: unknown, root: string): Results {
  if (!report) return { ...noResults, failed: [{ path: 'e2e/playwright.config.ts', name: '', error: [] }] };
  const { suites, errors } = report as JourneyReport;
  const files = suites.map((suite) => {
    const path = relative(root, `${root}/e2e/${suite.file}`);
    const tests = journeysOf(suite);
    return {
      path,
      seconds: tests.reduce((sum, { ms }) => sum + ms, 0) / 1000,
      passed: tests.filter(({ status }) => status === 'expected').length,
      skipped: tests.filter(({ status }) => status === 'skipped').length,
      // Flaky: passed on a retry.
      failed: tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ name, errors }) => ({ path, name, error: firstLines(errors) })),
    };
  });
  const sum = total(files);
  const brokenOff = errors.length > 0 && sum.failed.length === 0;
  return brokenOff ? { ...sum, failed: [{ path: 'e2e', name: '', error: firstLines(errors.map(messageOf)) }] } : sum;
}

interface Journey {
  name: string;
  status: string;
  ms: number;
  errors: string[];
}

function journeysOf({ specs, suites = [] }: JourneySuite): Journey[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      name: title,
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      errors: results.flatMap(({ errors }) => errors.map(messageOf)),
    })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

function messageOf({ message = '' }: JourneyError): string {
  return message;
}

function total(files: (Omit<Results, 'files'> & { path: string; seconds: number })[]): Results {
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: files.flatMap(({ failed }) => failed),
    skipped: files.reduce((sum, { skipped }) => sum + skipped, 0),
    files: files.map(({ path, seconds }) => ({ path, seconds })),
  };
}
