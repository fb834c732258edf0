/**
 * What workers share of the providers they call, as the third version made it. Times are those of the server, so that
 * machines need not agree. Every change locks the row of its provider first, in a statement of its own.
 */
export const providersSql = `
CREATE TABLE provider (
  name text COLLATE "C" PRIMARY KEY,
  -- Cells at once, found by trying; null before the first try.
  bearable double precision,
  cuts bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- What each worker has of a provider. A worker that is not heard of loses it.
CREATE TABLE provider_worker (
  provider text COLLATE "C" NOT NULL,
  worker text COLLATE "C" NOT NULL,
  begun_ms bigint NOT NULL,
  -- Cells at once that are its own, how many it could use, and until when they are.
  slots bigint NOT NULL DEFAULT 0,
  wanted bigint NOT NULL DEFAULT 0,
  slots_until_ms bigint NOT NULL DEFAULT 0,
  -- Calls that may go out or did and were not told of yet, those under way, and what calls of it were like.
  held bigint NOT NULL DEFAULT 0,
  under_way bigint NOT NULL DEFAULT 0,
  known bigint NOT NULL DEFAULT 0,
  largest bigint NOT NULL DEFAULT 0,
  mean double precision NOT NULL DEFAULT 0,
  calls_until_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (provider, worker)
) WITH (fillfactor = 50);

-- Requests that went out and tokens of calls that ended, by when they were told, in parts of a window.
CREATE TABLE provider_use (
  provider text COLLATE "C" NOT NULL,
  at_ms bigint NOT NULL,
  requests bigint NOT NULL,
  tokens bigint NOT NULL,
  PRIMARY KEY (provider, at_ms)
);

CREATE FUNCTION lock_provider_1(p_provider text, p_worker text, p_now bigint) RETURNS provider LANGUAGE plpgsql AS $$
DECLARE
  p provider%ROWTYPE;
BEGIN
  INSERT INTO provider (name) VALUES (p_provider) ON CONFLICT DO NOTHING;
  SELECT * INTO p FROM provider WHERE name = p_provider FOR UPDATE;
  INSERT INTO provider_worker (provider, worker, begun_ms) VALUES (p_provider, p_worker, p_now) ON CONFLICT DO NOTHING;
  DELETE FROM provider_worker WHERE provider = p_provider AND worker <> p_worker
    AND greatest(slots_until_ms, calls_until_ms, begun_ms + 3600000) < p_now - 3600000;
  RETURN p;
END $$;

-- Shares out how many cells may run at once. { worker, using, wanted, lease, max, start, well, cut }: wanted includes
-- using; start is null when the limit is fixed, else calls that went well at the limit raise it by one a round, and a
-- call turned away that went out under the cut of this number lowers it. Gives [cells, limit, cuts].
CREATE FUNCTION share_slots_1(p_provider text, p jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  v_now bigint;
  -- Nobody could be heard while the server was down.
  v_heard bigint := floor(extract(epoch FROM pg_postmaster_start_time()) * 1000);
  v_worker text := p->>'worker';
  v_using bigint := (p->>'using')::bigint;
  v_wanted bigint := (p->>'wanted')::bigint;
  v_lease bigint := (p->>'lease')::bigint;
  v_max bigint := (p->>'max')::bigint;
  v_well bigint := (p->>'well')::bigint;
  r provider%ROWTYPE;
  o record;
  v_exact double precision;
  v_limit bigint;
  v_slots bigint;
BEGIN
  r := lock_provider_1(p_provider, v_worker, now_ms());
  v_now := now_ms();
  SELECT coalesce(sum(slots), 0)::bigint AS slots, count(*) FILTER (WHERE wanted > 0) AS wanting INTO o
    FROM provider_worker WHERE provider = p_provider AND worker <> v_worker
    AND greatest(slots_until_ms, v_heard + v_lease) > v_now;
  v_exact := v_max;
  IF p->>'start' IS NOT NULL THEN
    v_exact := least(v_max, coalesce(r.bearable, (p->>'start')::double precision));
    IF (p->>'cut')::bigint >= r.cuts THEN
      v_exact := greatest(1, v_exact * 0.7);
      r.cuts := r.cuts + 1;
    ELSIF o.slots + v_using >= floor(v_exact) THEN
      v_exact := least(v_max, v_exact + least(v_exact, CASE WHEN r.cuts = 0 THEN v_well ELSE v_well / v_exact END));
    END IF;
    UPDATE provider SET bearable = v_exact, cuts = r.cuts WHERE name = p_provider;
  END IF;
  v_limit := floor(v_exact);
  -- To every other worker is left what it has, or what it wants up to its part.
  SELECT greatest(0, least(v_wanted, v_limit - coalesce(sum(
      greatest(slots, least(wanted, v_limit / (o.wanting + 1)))
    ), 0)::bigint)) INTO v_slots
    FROM provider_worker WHERE provider = p_provider AND worker <> v_worker
    AND greatest(slots_until_ms, v_heard + v_lease) > v_now;
  UPDATE provider_worker SET slots = greatest(v_slots, v_using), wanted = v_wanted, slots_until_ms = v_now + v_lease
    WHERE provider = p_provider AND worker = v_worker;
  RETURN jsonb_build_array(v_slots, v_limit, r.cuts);
END $$;

-- Grants calls. { worker, window, requests, tokens, wanted, held, sent, under_way, ended_tokens, known, largest, mean }:
-- requests and tokens are the limits of a window, null when there is none; held were granted and have not gone out, sent
-- went out since it was last told, under_way went out and have not ended, ended_tokens is what calls used that ended
-- since; known, largest and mean tell of all that have. Gives [granted, how long until there may be more].
CREATE FUNCTION grant_calls_1(p_provider text, p jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  v_now bigint;
  v_worker text := p->>'worker';
  v_window bigint := (p->>'window')::bigint;
  v_part bigint := greatest(1, v_window / 120);
  v_requests bigint := (p->>'requests')::bigint;
  v_tokens bigint := (p->>'tokens')::bigint;
  v_granted bigint := (p->>'wanted')::bigint;
  v_held bigint := (p->>'held')::bigint;
  v_sent bigint := (p->>'sent')::bigint;
  v_ended bigint := (p->>'ended_tokens')::bigint;
  o record;
  u record;
  v_unsettled bigint;
  v_each bigint;
  v_next double precision;
BEGIN
  PERFORM lock_provider_1(p_provider, v_worker, now_ms());
  v_now := now_ms();
  DELETE FROM provider_use WHERE provider = p_provider AND at_ms + v_part + v_window <= v_now;
  IF v_sent > 0 OR v_ended > 0 THEN
    INSERT INTO provider_use AS t VALUES (p_provider, v_now - v_now % v_part, v_sent, v_ended)
      ON CONFLICT (provider, at_ms) DO UPDATE SET requests = t.requests + v_sent, tokens = t.tokens + v_ended;
  END IF;
  UPDATE provider_worker SET held = v_held, under_way = (p->>'under_way')::bigint, known = (p->>'known')::bigint,
    largest = (p->>'largest')::bigint, mean = (p->>'mean')::double precision, calls_until_ms = v_now + v_window
    WHERE provider = p_provider AND worker = v_worker;
  -- What a dead worker was granted counts for one window more: it may have gone out.
  SELECT coalesce(sum(held), 0)::bigint AS held, coalesce(sum(under_way), 0)::bigint AS under_way,
    coalesce(sum(known), 0)::bigint AS known, coalesce(max(largest), 0) AS largest, coalesce(max(mean), 0) AS mean,
    min(begun_ms) AS begun_ms INTO o
    FROM provider_worker WHERE provider = p_provider AND calls_until_ms > v_now;
  SELECT coalesce(sum(requests), 0)::bigint AS requests, coalesce(sum(tokens), 0)::bigint AS tokens,
    min(at_ms) + v_part + v_window - v_now AS until_ms INTO u FROM provider_use WHERE provider = p_provider;
  IF v_requests IS NOT NULL THEN v_granted := least(v_granted, v_requests - u.requests - o.held); END IF;
  IF v_tokens IS NOT NULL THEN
    v_unsettled := o.held + o.under_way;
    v_each := CASE WHEN o.largest > 0 THEN o.largest ELSE least(1000, v_tokens) END;
    v_next := greatest(o.mean, least(v_each, v_tokens * 0.25), 1);
    IF v_unsettled > 0 OR u.tokens > 0 THEN
      v_granted := least(v_granted, floor((v_tokens - u.tokens - v_unsettled * v_each) / v_next)::bigint);
    ELSE
      -- One that is larger than the whole limit goes out alone.
      v_granted := least(v_granted, greatest(1, floor(v_tokens / v_next)::bigint));
    END IF;
    -- While little is known of how large calls are, only as many are under way as have ended, and one more.
    IF o.begun_ms > v_now - v_window THEN v_granted := least(v_granted, 1 + o.known - v_unsettled); END IF;
  END IF;
  v_granted := greatest(0, v_granted);
  IF v_granted > 0 THEN
    UPDATE provider_worker SET held = held + v_granted WHERE provider = p_provider AND worker = v_worker;
  END IF;
  RETURN jsonb_build_array(v_granted, greatest(1, coalesce(u.until_ms, v_part)));
END $$;

-- A worker ends in good order: its slots are free at once, its calls count for their window.
CREATE FUNCTION leave_providers_1(p_worker text) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  UPDATE provider_worker SET slots = 0, wanted = 0, slots_until_ms = 0 WHERE worker = p_worker
$$;
`;
