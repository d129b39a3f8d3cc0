/** Sorts the files of locales/ and says what they lack; exits with 1 when they lack something. */
import { findProblems, languages, sortCatalogue } from './message-catalogues.ts';

for (const language of languages) if (sortCatalogue(language)) console.log(`locales/${language}.json: sorted`);
const problems = languages.flatMap(findProblems);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
