import { askingFaults } from './scenarios/asking.ts';
import { testShortForm } from './short-form.ts';

testShortForm(askingFaults);
