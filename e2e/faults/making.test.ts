import { makingFaults } from './scenarios/making.ts';
import { testShortForm } from './short-form.ts';

testShortForm(makingFaults);
