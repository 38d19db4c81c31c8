
import { byEngine, byOracle } from '/work/main/tests/oracle/outcome.ts';
import { randomCase } from '/work/main/tests/oracle/random-case.ts';
const [from, n, show] = process.argv.slice(2).map(Number);
let bad=0, fills=0, cycles=0, empty=0; const roles=new Map(); let tE=0,tO=0;
for (let s=from; s<from+n; s++) {
  const input = randomCase(s);
  let e,o; const t0=performance.now();
  try { o=byOracle(input); } catch (x) { console.log(s,'ORACLE THROWS',x.stack.slice(0,600)); bad++; continue; }
  const t1=performance.now();
  try { e=byEngine(input); } catch (x) { console.log(s,'ENGINE THROWS',x.stack.slice(0,600)); bad++; continue; }
  tO+=t1-t0; tE+=performance.now()-t1;
  fills+=o.fills.length; cycles+=o.cycles.length; if(!o.fills.length) empty++;
  for (const f of o.fills) { const r=f.split(' ')[4]; roles.set(r,(roles.get(r)??0)+1); }
  if (JSON.stringify(e)===JSON.stringify(o)) continue;
  bad++;
  if (bad>show) continue;
  console.log('--- seed',s, 'fills',o.fills.length, e.fills.length);
  const i=o.fills.findIndex((f,i)=>f!==e.fills[i]); const k = i<0? (e.fills.length>o.fills.length?o.fills.length:-1):i;
  if (k>=0) { console.log(' before',o.fills[k-1]); console.log(' oracle',o.fills.slice(k,k+2)); console.log(' engine',e.fills.slice(k,k+2)); }
  const j=o.cycles.findIndex((f,i)=>f!==e.cycles[i]);
  console.log(' oracle',o.cycles[j],' engine',e.cycles[j], o.wallet,e.wallet);
}
console.log({bad,n,fills,cycles,empty,tE,tO},[...roles]);
