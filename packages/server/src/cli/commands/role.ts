import { Argument, Command } from 'commander';
import { type Job, jobs } from '../../stores/postgres/roles/grants.ts';
import { type DatabaseRole, grantJob, listRoles, revokeJobs } from '../../stores/postgres/roles/roles.ts';
import type { Context } from '../context.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, fit, formatTable } from '../output/table.ts';

const columns: readonly Column<DatabaseRole>[] = [
  { title: 'role', cell: ({ role }) => fit(role, 40) },
  { title: 'jobs', cell: ({ jobs: given }) => given.join(' ') },
];

const jobList = Object.entries(jobs)
  .map(([job, what]) => `${job}: ${what}`)
  .join('. ');

function listCommand(context: Context): Command {
  return new Command('list')
    .description('List the PostgreSQL roles that have jobs')
    .option(...jsonOption)
    .action(({ json = false }: { json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const roles = await listRoles(pool);
        if (json) context.print(formatJsonList(roles));
        else if (roles.length > 0) context.print(formatTable(columns, roles));
        else context.note('No role has a job yet. Grant one with `orgdex role grant <job> <role>`.');
      }),
    );
}

function grantCommand(context: Context): Command {
  return new Command('grant')
    .description('Give a PostgreSQL role the rights of a job, and no others. `orgdex migrate` grants them again')
    .addArgument(new Argument('<job>', jobList).choices(Object.keys(jobs)))
    .argument('<role>', 'An existing role that is not the owner of the tables')
    .action((job: Job, role: string) =>
      context.withDatabase(async (pool) => {
        await grantJob(pool, role, job);
        context.note(`The role ${role} has the rights of the job ${job}.`);
      }),
    );
}

function revokeCommand(context: Context): Command {
  return new Command('revoke')
    .description('Take all jobs and their rights away from a PostgreSQL role')
    .argument('<role>', 'A role that has jobs')
    .action((role: string) =>
      context.withDatabase(async (pool) => {
        await revokeJobs(pool, role);
        context.note(`The role ${role} has no rights on the database.`);
      }),
    );
}

export function roleCommand(context: Context): Command {
  return new Command('role')
    .description('Manage what PostgreSQL roles may do. Run as the owner of the tables')
    .addCommand(listCommand(context))
    .addCommand(grantCommand(context))
    .addCommand(revokeCommand(context));
}
