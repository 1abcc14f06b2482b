import { relative } from 'node:path';

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
  /** Empty where the whole file failed. */
  name: string;
}

export const noResults: Results = { passed: 0, failed: [], skipped: 0, files: [] };

/** The part of Vitest's JSON report that is read. */
interface UnitReport {
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; tags: string[] }[];
  }[];
}

/**
 * Reads Vitest's JSON report. Tests of the other run, that of the tag `full` or that without it, do not count as skipped.
 * @param report undefined where the run ended before it wrote one: that counts as one failure
 */
export function unitResults(report: unknown, { root, full }: { root: string; full: boolean }): Results {
  if (!report) return { ...noResults, failed: [{ path: 'vitest.config.ts', name: '' }] };
  const { testResults } = report as UnitReport;
  const files = testResults.map(({ name, status, startTime, endTime, assertionResults: tests }) => {
    const path = relative(root, name);
    const isSkipped = ({ status, tags }: (typeof tests)[number]) =>
      (status === 'skipped' || status === 'pending') && tags.includes('full') === full;
    const failures = tests.filter((test) => test.status === 'failed').map((test) => ({ path, name: test.fullName }));
    return {
      path,
      seconds: (endTime - startTime) / 1000,
      passed: tests.filter((test) => test.status === 'passed').length,
      skipped: tests.filter(isSkipped).length,
      failed: status === 'failed' && failures.length === 0 ? [{ path, name: '' }] : failures,
    };
  });
  return total(files);
}

/** The part of Playwright's JSON report that is read. */
interface JourneyReport {
  suites: JourneySuite[];
  errors: unknown[];
}

interface JourneySuite {
  title: string;
  file: string;
  suites?: JourneySuite[];
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
}

/** Reads Playwright's JSON report. @param report as above */
export function journeyResults(report: unknown, root: string): Results {
  if (!report) return { ...noResults, failed: [{ path: 'e2e/playwright.config.ts', name: '' }] };
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
        .map(({ name }) => ({ path, name })),
    };
  });
  const sum = total(files);
  const brokenOff = errors.length > 0 && sum.failed.length === 0;
  return brokenOff ? { ...sum, failed: [{ path: 'e2e', name: '' }] } : sum;
}

function journeysOf({ specs, suites = [] }: JourneySuite): { name: string; status: string; ms: number }[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      name: title,
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

function total(files: (Omit<Results, 'files'> & { path: string; seconds: number })[]): Results {
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: files.flatMap(({ failed }) => failed),
    skipped: files.reduce((sum, { skipped }) => sum + skipped, 0),
    files: files.map(({ path, seconds }) => ({ path, seconds })),
  };
}
