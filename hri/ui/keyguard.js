// Keys between press and answer. Streamlit draws a page anew on the server after each key, and a key
// that comes before the page has turned would be lost or taken for what is in hand next. So keys wait
// their turn here, a held key counts once, and none goes on to a case that nobody has seen yet.
// What people type is only looked at to be kept: nothing leaves the page but by Streamlit's own boxes.

const QUIET = 60; // milliseconds the page has to rest before the next key acts
const UNANSWERED = 400; // a key that the page does not answer within this is no key of the page
const LEAVING = 400; // after a key that opens another case, none acts for so long
const PAUSE = 1200; // typing that rests for so long is stored
const LONGEST = 5000; // and typing without a rest after so long
const MOST = 12; // keys that wait at most

function makeGuard() {
  const guard = { data: {}, saving: false, busy: false };
  const replayed = new WeakSet();
  let waiting = [], timer = 0, typedSince = 0;

  const app = () => document.querySelector("[data-testid=stApp]");
  const running = () => !["notRunning", "compilationError", null].includes(state());
  const state = () => app()?.getAttribute("data-test-script-state") ?? null;
  const place = () => location.pathname + location.search;
  const box = () => document.querySelector(".st-key-edit-box textarea");
  const isTyped = (node) =>
    node instanceof Element && (node.isContentEditable || node.matches("input, textarea, select"));

  function tell() {
    let note = document.querySelector(".hri-key-note");
    if (!note) {
      note = document.createElement("div");
      note.className = "hri-key-note";
      note.setAttribute("role", "status");
      document.body.append(note);
    }
    note.textContent = guard.data.dropped;
    clearTimeout(note.timer);
    note.timer = setTimeout(() => { note.textContent = ""; }, 4000);
  }

  function drop() {
    if (waiting.length) tell();
    waiting = [];
  }

  // Holds all later keys back until the page has answered this one.
  function hold(leaves) {
    const began = performance.now(), was = place();
    let seen = false, rested = 0;
    guard.busy = true;
    const look = () => {
      const now = performance.now();
      if (running()) { seen = true; rested = 0; }
      else if (!rested) rested = now;
      const quiet = rested && now - rested >= (leaves ? LEAVING : QUIET);
      if (!quiet || (!seen && now - began < UNANSWERED)) return void setTimeout(look, 20);
      guard.busy = false;
      if (leaves || place() !== was || isTyped(document.activeElement)) return drop();
      if (waiting.length) send(waiting.shift());
    };
    setTimeout(look, 20);
  }

  function send(key) {
    hold(guard.data.leaving.includes(key));
    const code = /[0-9]/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`;
    const event = new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true });
    replayed.add(event);
    document.body.dispatchEvent(event);
    document.body.dispatchEvent(new KeyboardEvent("keyup", { key, code, bubbles: true }));
  }

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function onKey(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return onStore(event);
    const plain = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!guard.data.act || !plain || replayed.has(event) || isTyped(event.target)) return;
    if (event.key === " ") return;
    const key = event.key.toLowerCase();
    if (event.repeat) return stop(event);
    if (guard.busy || running()) {
      stop(event);
      if (!guard.busy) hold(false);
      // What is sent has to be seen first, so a key that sends never waits its turn.
      if (key === guard.data.send || waiting.length >= MOST) tell();
      else waiting.push(key);
      return;
    }
    const edits = document.querySelector(".st-key-edit button:not(:disabled)");
    if (key === "e" && box() && edits && !document.querySelector("[role=dialog]")) {
      stop(event);
      return enter(box());
    }
    hold(guard.data.leaving.includes(key));
  }

  function enter(area) {
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
    area.scrollIntoView({ block: "nearest" });
  }

  // Ctrl+Enter leaves the box at once, so that the next key is one; a stored pause does not.
  function onStore(event) {
    const area = event.target;
    if (!isTyped(area) || replayed.has(event)) return;
    guard.saving = false;
    clearTimeout(timer);
    typedSince = 0;
    setTimeout(() => { area.blur(); hold(false); }, 0);
  }

  function onInput(event) {
    if (event.target !== box()) return;
    typedSince ||= performance.now();
    clearTimeout(timer);
    const rest = Math.max(0, Math.min(PAUSE, typedSince + LONGEST - performance.now()));
    timer = setTimeout(() => store(event.target), rest);
  }

  function store(area) {
    typedSince = 0;
    if (document.activeElement !== area) return; // leaving the box has stored it
    guard.saving = true;
    const event = new KeyboardEvent("keydown", {
      key: "Enter", code: "Enter", ctrlKey: true, bubbles: true, cancelable: true,
    });
    replayed.add(event);
    area.dispatchEvent(event);
  }

  window.addEventListener("keydown", onKey, true);
  document.addEventListener("input", onInput, true);
  return guard;
}

export default function ({ data }) {
  window.hriGuard ||= makeGuard();
  window.hriGuard.data = data;
}
