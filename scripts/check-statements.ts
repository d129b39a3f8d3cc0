/**
 * Checks the statements that tests recorded (STATEMENTS_DIR) by the rules of a sharded database: what is on the path of a request names
 * its partner at every table of partners, nothing locks rows of several partners, and nothing is said that Citus refuses.
 * `check-statements.ts DIRECTORY [--complete]`; complete: of all tests, so that an exemption without a statement is out of date.
 */
import { distributedViews, distribution } from '../src/core/operation/distribution.ts';
import { recordedStatements } from './recorded-statements.ts';
import { findStatementViolations } from './statement-violations.ts';

const [directory, mode] = process.argv.slice(2);
if (directory === undefined) throw new Error('Which directory?');
const statements = recordedStatements(directory);
const placements = { ...distribution, ...distributedViews };
const violations = findStatementViolations(statements, placements, { isComplete: mode === '--complete' });
for (const violation of violations) console.error(violation);
console.log(`${statements.length} statements, ${violations.length} against the rules of a sharded database`);
if (violations.length > 0) process.exitCode = 1;
