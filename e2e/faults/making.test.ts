import { makingFaults } from './scenarios/making.ts';
import { testShortForm } from './short-form.ts';

await testShortForm(makingFaults);
