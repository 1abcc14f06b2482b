import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** What a run of Vitest found, for the summary of `npm test`. */
export interface UnitReport {
  files: UnitFile[];
  /** Errors outside every test and file. */
  errors: string[];
}

interface UnitFile {
  path: string;
  ms: number;
  /** Errors outside its tests; a file that did not end has one too. */
  errors: string[];
  tests: UnitTest[];
}

interface UnitTest {
  name: string;
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  tags: readonly string[];
  ms: number;
  errors: string[];
}

/** Writes what the tests of a run found, with the differences that Vitest's own JSON report leaves out. */
export class ResultsReporter implements Reporter {
  readonly #path: string;

  /** @param path where the report goes */
  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const report: UnitReport = { files: modules.map(fileOf), errors: errors.map(inWords) };
    writeFileSync(this.#path, JSON.stringify(report));
  }
}

function fileOf(module: TestModule): UnitFile {
  const tests = [...module.children.allTests()].map((test): UnitTest => {
    const { state, errors = [] } = test.result();
    const ms = Math.round(test.diagnostic()?.duration ?? 0);
    return { name: nameOf(test), state, tags: test.tags, ms, errors: errors.map(inWords) };
  });
  const suites = [...module.children.allSuites()];
  const errors = [...module.errors(), ...suites.flatMap((suite) => suite.errors())].map(inWords);
  const hasFailed = ['failed', 'pending', 'queued'].includes(module.state());
  if (hasFailed && errors.length === 0 && !tests.some(({ state }) => state === 'failed'))
    errors.push('The file did not end.');
  return { path: module.moduleId, ms: Math.round(module.diagnostic().duration), errors, tests };
}

/** The text that `-t` is compared with. */
function nameOf(test: TestCase): string {
  const names = [test.name];
  for (let { parent } = test; parent.type === 'suite'; { parent } = parent) names.unshift(parent.name);
  return names.join(' ');
}

function inWords({ name = 'Error', message, diff }: SerializedError): string {
  const said = message.startsWith(name) ? message : `${name}: ${message}`;
  // The errors of node:assert have their differences in their message.
  return typeof diff === 'string' && !said.includes('\n') ? `${said}\n${diff}` : said;
}
