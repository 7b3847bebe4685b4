import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTools } from '../stores/install.ts';
import { javaOptionsOf, libOf, logConfig, prepareLib, runnerArgumentsOf } from '../stores/opensearch.ts';
import { buildStandIn, debian, type StandIn } from './stand-ins.ts';

/**
 * The images of the stores in compose.yaml, made from Debian packages and from OpenSearch as `npm run stores:up` installs
 * it. They take the environment variables, volumes and health checks of compose.yaml.
 */
const aptInstall = (...packages: string[]) =>
  `RUN apt-get update -q && apt-get install -q -y --no-install-recommends ${packages.join(' ')} && rm -rf /var/lib/apt/lists`;

const startPostgres = `#!/bin/sh
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB;" | postgres --single postgres
fi
exec postgres -c listen_addresses='*'
`;

const postgres: StandIn = {
  image: 'docker.io/library/postgres:15',
  version: '1',
  async make(podman, context) {
    writeFileSync(join(context, 'start'), startPostgres, { mode: 0o755 });
    const file = `FROM ${debian}
${aptInstall('postgresql-15')}
ENV PATH=/usr/lib/postgresql/15/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
COPY start /usr/local/bin/start
RUN install --directory --owner=postgres --group=postgres --mode=700 $PGDATA
USER postgres
STOPSIGNAL SIGINT
VOLUME $PGDATA
ENTRYPOINT ["/usr/local/bin/start"]
`;
    await buildStandIn(podman, this, { context, file });
  },
};

const redis: StandIn = {
  image: 'docker.io/library/redis:7',
  version: '1',
  async make(podman, context) {
    const file = `FROM ${debian}
${aptInstall('redis-server')}
USER redis
CMD ["redis-server", "--bind", "0.0.0.0", "--protected-mode", "no"]
`;
    await buildStandIn(podman, this, { context, file });
  },
};

const opensearchConfig = `force.node.name: n1
force.http.port: 9200
network.host: 0.0.0.0
force.node.roles: cluster_manager,data,ingest,remote_cluster_client
force.discovery.type: single-node
cluster.routing.allocation.disk.threshold_enabled: false
`;

const home = '/usr/share/opensearch';

const opensearch: StandIn = {
  image: 'docker.io/opensearchproject/opensearch:3.8.0',
  version: '1',
  async make(podman, context) {
    const stores = process.env.ORGDEX_HOME ?? join(import.meta.dirname, '../../.orgdex');
    const tools = await ensureTools(stores, false);
    await prepareLib(stores, tools);
    cpSync(libOf(stores), join(context, 'lib'), { recursive: true, dereference: true });
    cpSync(tools.java.home, join(context, 'java'), { recursive: true, dereference: true });
    writeFileSync(join(context, 'opensearch.yml'), opensearchConfig);
    writeFileSync(join(context, 'log4j2.properties'), logConfig);
    const runner = runnerArgumentsOf({ base: `${home}/data`, conf: `${home}/config`, lib: `${home}/lib` });
    const java = [`${home}/java/bin/java`, '$OPENSEARCH_JAVA_OPTS', ...(await javaOptionsOf(tools.java)), ...runner];
    const script = `#!/bin/sh\nexec ${java.map((word) => (word.startsWith('$') ? word : `'${word}'`)).join(' ')}\n`;
    writeFileSync(join(context, 'start'), script, { mode: 0o755 });
    const file = `FROM ${debian}
${aptInstall('curl')}
COPY java ${home}/java
COPY lib ${home}/lib
COPY opensearch.yml log4j2.properties ${home}/config/
COPY start /usr/local/bin/start
RUN useradd --uid 1000 --home-dir ${home} opensearch \\
  && install --directory --owner=opensearch --group=opensearch ${home}/data
USER opensearch
WORKDIR ${home}
VOLUME ${home}/data
ENTRYPOINT ["/usr/local/bin/start"]
`;
    await buildStandIn(podman, this, { context, file });
  },
};

export const storeStandIns = [postgres, redis, opensearch];
