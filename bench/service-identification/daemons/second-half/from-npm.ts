import { type AnswerRow, application, service, webServer } from '../row.ts';

/** Runs a program of a package of npm. */
function npm(name: string, specification: string, answers: AnswerRow[2], start: string, ...more: string[]): AnswerRow {
  const packages = [`npm:${[specification, ...more].join(' ')}`];
  const folder = specification.slice(0, specification.lastIndexOf('@'));
  return [
    name,
    packages,
    answers,
    `export BIN=/opt/npm/${folder}/node_modules/.bin NODE_PATH=/opt/npm/${folder}/node_modules\n${start}`,
  ];
}

/** Developers' servers, applications and small daemons of npm. */
export const fromNpm: readonly AnswerRow[] = [
  npm(
    'Node-RED',
    'node-red@5.0.7',
    [application('node-red', 'critical', false)],
    'exec $BIN/node-red -u $PWD -p $PORT1',
  ),
  npm(
    'webpack-dev-server',
    'webpack-dev-server@6.1.0',
    [application('webpack-dev-server', 'high', false)],
    `mkdir public; echo '<title>Shop</title>' >public/index.html; echo '1' >i.js; printf 'module.exports={mode:"development",entry:"./i.js",devServer:{host:"127.0.0.1",port:%s,static:"./public"}}' $PORT1 >webpack.config.js; exec $BIN/webpack serve`,
    'webpack@5.102.1',
    'webpack-cli@6.0.1',
  ),
  npm(
    'Browsersync',
    'browser-sync@3.0.4',
    [
      application('browser-sync', 'medium', false, 'browsersync'),
      application('browser-sync-ui', 'high', false, 'browser-sync', 'browsersync'),
    ],
    `echo '<html><head><title>Shop</title></head><body>x</body></html>' >index.html; exec $BIN/browser-sync start --server . --port $PORT1 --ui-port $PORT2 --no-open --no-notify --host 127.0.0.1 --listen 127.0.0.1`,
  ),
  npm(
    'serve',
    'serve@14.2.7',
    [webServer('serve')],
    `echo '<title>Shop</title>' >index.html; exec $BIN/serve -l tcp://127.0.0.1:$PORT1 .`,
  ),
  npm(
    'live-server',
    'live-server@1.2.2',
    [webServer('live-server')],
    `echo '<html><body>x</body></html>' >index.html; exec $BIN/live-server --host=127.0.0.1 --port=$PORT1 --no-browser`,
  ),
  npm(
    'Parcel',
    'parcel@2.16.4',
    [application('parcel', 'high', false, 'http')],
    `echo '<title>Shop</title>' >index.html; echo '{}' >package.json; exec $BIN/parcel serve index.html --host 127.0.0.1 -p $PORT1 --no-cache`,
  ),
  npm(
    'Eleventy',
    '@11ty/eleventy@3.1.8',
    [webServer('eleventy')],
    `echo '# Shop' >index.md; exec $BIN/eleventy --serve --port=$PORT1`,
  ),
  npm(
    'docsify',
    'docsify-cli@5.0.0',
    [application('docsify', 'medium', null, 'http')],
    `$BIN/docsify init d >/dev/null; exec $BIN/docsify serve d -p $PORT1 -P $((PORT1 + 900))`,
  ),
  npm(
    'TiddlyWiki',
    'tiddlywiki@5.4.1',
    [application('tiddlywiki', 'high', false)],
    `$BIN/tiddlywiki w --init server >/dev/null; exec $BIN/tiddlywiki w --listen host=127.0.0.1 port=$PORT1`,
  ),
  npm(
    'Karma',
    'karma@6.4.4',
    [application('karma', 'medium', false)],
    `printf 'module.exports=c=>c.set({browsers:[],frameworks:[],files:[],hostname:"127.0.0.1",listenAddress:"127.0.0.1",port:%s})' $PORT1 >k.js; exec $BIN/karma start k.js`,
  ),
  npm(
    'Dynalite',
    'dynalite@4.0.0',
    [application('dynamodb', 'critical', false, 'dynalite')],
    'exec $BIN/dynalite --port $PORT1',
  ),
  npm(
    'S3rver',
    's3rver@3.7.1',
    [application('s3', 'critical', null, 's3rver')],
    'exec $BIN/s3rver -d $PWD -a 127.0.0.1 -p $PORT1',
  ),
  npm(
    'Azurite',
    'azurite@3.37.0',
    [application('azurite', 'high', null), application('azurite', 'high', null), application('azurite', 'high', null)],
    'exec $BIN/azurite --silent --skipApiVersionCheck -l $PWD --blobPort $PORT1 --queuePort $PORT2 --tablePort $PORT3',
  ),
  npm(
    'Ganache',
    'ganache@7.9.2',
    [application('ethereum', 'high', false, 'ganache', 'ethereum-rpc')],
    'exec $BIN/ganache --server.host 127.0.0.1 --server.port $PORT1',
  ),
  npm('PeerJS', 'peer@1.0.2', [application('peerjs', 'low', null)], 'exec $BIN/peerjs --port $PORT1 --host 127.0.0.1'),
  npm(
    'CORS Anywhere',
    'cors-anywhere@0.4.4',
    [application('cors-anywhere', 'high', false)],
    `exec node -e 'require("cors-anywhere").createServer({originWhitelist:[]}).listen(+process.env.PORT1,"127.0.0.1")'`,
  ),
  npm(
    'Whistle',
    'whistle@2.10.10',
    [service('http-proxy', 'critical', false, 'whistle')],
    'exec $BIN/w2 run -D $PWD -p $PORT1 -H 127.0.0.1',
  ),
  npm('Aedes', 'aedes-cli@1.0.2', [service('mqtt', 'high', false)], 'exec $BIN/aedes --host 127.0.0.1 --port $PORT1'),
  npm(
    'ftp-srv',
    'ftp-srv@4.6.3',
    [service('ftp', 'critical', null)],
    'exec $BIN/ftp-srv ftp://127.0.0.1:$PORT1 --root $PWD',
  ),
  npm(
    'mountebank',
    'mountebank@2.9.1',
    [application('mountebank', 'critical', false)],
    'exec $BIN/mb start --port $PORT1 --host 127.0.0.1 --nologfile --pidfile $PWD/pid',
  ),
  npm(
    'Mockoon',
    '@mockoon/cli@9.9.0',
    [webServer('mockoon')],
    `printf '{"uuid":"0f2a4a6e-1f0f-4d0e-9f5b-0a0a0a0a0a0a","lastMigration":33,"name":"x","port":%s,"hostname":"127.0.0.1","endpointPrefix":"","latency":0,"folders":[],"routes":[],"rootChildren":[],"proxyMode":false,"proxyHost":"","proxyRemovePrefix":false,"tlsOptions":{"enabled":false,"type":"CERT","pfxPath":"","certPath":"","keyPath":"","caPath":"","passphrase":""},"cors":true,"headers":[],"proxyReqHeaders":[],"proxyResHeaders":[],"data":[],"callbacks":[]}' $PORT1 >m.json; exec $BIN/mockoon-cli start --data m.json --port $PORT1`,
  ),
  npm(
    'frontail',
    'frontail@4.9.2',
    [application('frontail', 'high', false)],
    'echo x >l; exec $BIN/frontail -h 127.0.0.1 -p $PORT1 l',
  ),
  npm(
    'smtp-server',
    'smtp-server@3.21.6',
    [service('smtp', 'low', null)],
    `exec node -e 'new (require("smtp-server").SMTPServer)({authOptional:true}).listen(+process.env.PORT1,"127.0.0.1")'`,
  ),
  npm(
    'ssh2',
    'ssh2@1.17.0',
    [service('ssh', 'medium', null)],
    `openssl genrsa -traditional -out k 2048 2>/dev/null; exec node -e 'new (require("ssh2").Server)({hostKeys:[require("fs").readFileSync("k")]},(c)=>c.on("error",()=>{})).listen(+process.env.PORT1,"127.0.0.1")'`,
  ),
  npm('proxy', 'proxy@4.1.0', [service('http-proxy', 'high', false)], 'exec $BIN/proxy -p $PORT1'),
  npm(
    'Astro',
    'astro@7.3.5',
    [application('astro', 'high', false, 'vite')],
    `mkdir -p src/pages; echo '<title>Shop</title>' >src/pages/index.astro; echo '{"name":"x","type":"module"}' >package.json; export ASTRO_TELEMETRY_DISABLED=1; ln -s /opt/npm/astro/node_modules node_modules; exec $BIN/astro dev --host 127.0.0.1 --port $PORT1`,
  ),
  npm(
    'Next.js in development',
    'next@16.4.6',
    [application('nextjs', 'high', null, 'next', 'next.js')],
    `mkdir pages; echo 'export default () => null' >pages/index.js; echo '{"name":"x"}' >package.json; ln -s /opt/npm/next/node_modules node_modules; export NEXT_TELEMETRY_DISABLED=1; exec $BIN/next dev -H 127.0.0.1 -p $PORT1`,
    'react@19.2.0',
    'react-dom@19.2.0',
  ),
  npm(
    'Gun',
    'gun@0.2020.1241',
    [application('gun', 'high', false, 'http')],
    `exec node -e 'require("gun")({web:require("http").createServer(require("gun").serve(process.cwd())).listen(+process.env.PORT1,"127.0.0.1")})'`,
  ),
];
