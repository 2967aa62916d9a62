// What we change in `postgres` 3.4.9. Numbers are those of github.com/porsager/postgres; the words are our own.

const verbindung = [
  {
    grund: `#823, #1189, #1218: the hook by which sql.begin() keeps the connection was the last of a chain of conditions.
      Where the pipeline or the socket was full, BEGIN was sent, the hook left out, and the connection went back to the
      pool within an open transaction.
      Besides: a socket that has to buffer is a reason to look for another connection, which whoever owns one cannot. A
      statement of some 64 KiB ended the pipeline of its transaction: until the next pause the database stood idle for
      as long as the process was busy with each answer.`,
    alt: `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
`,
    neu: `      const more = (write(toBuffer(q)) || connection.reserved)
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline

      return q.options.onexecute
        ? q.options.onexecute(connection)
        : more
`,
  },
  {
    grund: `#1082: a pipelined statement whose values cannot be built was never sent, yet stayed in line and had the one
      before it rejected in its place. It, and whatever came after it, waited for an answer for ever; a transaction
      could not even roll back.`,
    alt: `    } catch (error) {
      sent.length === 0 && write(Sync)
      errored(error)
`,
    neu: `    } catch (error) {
      if (query !== q) {
        sent.remove(q)
        queryError(q, error)
        return true
      }

      sent.length === 0 && write(Sync)
      errored(error)
`,
  },
  {
    grund: `#1066, #1154, #1208, #1168, #1209: between the end of one session and the next there is no socket. What was to be
      written for a query of the former is dropped, that query has been told; it threw out of a timer, where nobody can
      catch it. Queries that come too late are kept away in index.js.`,
    alt: `    const x = socket.write(chunk, fn)
`,
    neu: `    const x = socket ? socket.write(chunk, fn) : false
`,
  },
  {
    grund: `#823, #1207: a socket that has room again does not make a connection free that belongs to a transaction or is not
      yet signed in.`,
    alt: `    !query && onopen(connection)
`,
    neu: `    !query && !initial && !connection.reserved && onopen(connection)
`,
  },
  {
    grund: `An attempt to connect whose query was rejected meanwhile (sql.end() ran out of time) must not be made: it left a
      connection behind that nobody closes.`,
    alt: `    setTimeout(connect, closedTime ? Math.max(0, closedTime + delay - performance.now()) : 0)
`,
    neu: `    setTimeout(() => initial && connect(), closedTime ? Math.max(0, closedTime + delay - performance.now()) : 0)
`,
  },
  {
    grund: `As above, where the socket is being opened already: nobody was left to use or to close it.`,
    alt: `      socket.readyState === 'open' && socket.end(b().X().end())
`,
    neu: `      socket.readyState === 'open' && socket.end(b().X().end())
      socket.readyState === 'opening' && socket.destroy()
`,
  },
  {
    grund: `#1173, #1183: COPY ... FROM STDIN that fails, or loses its session, after its last row was sent never told its
      stream.`,
    alt: `    stream && (stream.destroy(err), stream = null)
`,
    neu: `    stream && (stream.destroy(err), stream = null)
    final && (final(err), final = null)
`,
  },
  {
    grund: `#1066, #1154, #1215, #1223: bytes not yet written, a timer that has been cleared and an error of the lost session
      must not reach the next one: its first query got the old error, or nothing was written at all.
      #1193: a session that the server ends without a word before it was ready was tried again at once and for ever,
      and its query never settled. #1097, #1130, #1142: sql.end() waited for an answer that cannot come any more.`,
    alt: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime = performance.now()
`,
    neu: `    chunk = nextWriteTimer = errorResponse = null

    if (initial && options.host[1]) {
      query = null
      return reconnect()
    }

    if (initial || query || sent.length)
      error(Errors.connection('CONNECTION_CLOSED', options, socket))

    query = null
    ended && (ended(), ending = ended = null)
    closedTime = performance.now()
`,
  },
  {
    grund:
      "#1181: a query that failed after its first rows left its count of rows to the next one, whose rows then had holes.",
    alt: `    query = results = errorResponse = null
    result = new Result()
    connectTimer.cancel()
`,
    neu: `    query = results = errorResponse = null
    result = new Result()
    rows = 0
    idle = x[5] === 73 // I
    connectTimer.cancel()
`,
  },
  {
    grund: "Whether the session was outside of a transaction when it last answered.",
    alt: `    , ended = null
    , nonce = null
`,
    neu: `    , ended = null
    , idle = true
    , nonce = null
`,
  },
  {
    grund: `#1195, #751, #1219: a reservation that opens a connection gets that connection; it was dropped here and waited for
      ever. #279, #1192, #1205, #1223: if the query for array types fails, the query that opened the connection has been
      told; the second rejection, which nobody could handle, ended the process.`,
    alt: `      if (needsTypes) {
        initial.reserve && (initial = null)
        return fetchArrayTypes()
      }

      initial && !initial.reserve && execute(initial)
      options.shared.retries = retries = 0
      initial = null
      return
    }
`,
    neu: `      if (needsTypes)
        return fetchArrayTypes().catch(noop)

      const first = initial
      initial = null
      options.shared.retries = retries = 0
      return first.reserve
        ? first.reserve(connection)
        : execute(first)
    }
`,
  },
  {
    grund: `#823, #1204: whoever opens a transaction past sql.begin() is refused or not noticed, but the session was in it all
      the same, and statements in line behind were answered as if they were to stay. It is closed, they are told.`,
    alt: `    while (sent.length && (query = sent.shift()) && (query.active = true, query.cancelled))
`,
    neu: `    if (!idle && !connection.reserved && max !== 1)
      return giveBack()

    while (sent.length && (query = sent.shift()) && (query.active = true, query.cancelled))
`,
  },
  {
    grund: `#823, #1204, #925: one way back to the pool for transactions and reservations. A session in a transaction is not
      given back but closed, so that nobody works on in it; one that is to end, ends.`,
    alt: `    connection.reserved
      ? !connection.reserved.release && x[5] === 73 // I
        ? ending
          ? terminate()
          : (connection.reserved = null, onopen(connection))
        : connection.reserved()
      : ending
        ? terminate()
        : onopen(connection)
  }
`,
    neu: `    connection.reserved && (connection.reserved.release || !idle)
      ? connection.reserved()
      : giveBack(max === 1)
  }

  function release() {
    connection.reserved = null
    query || giveBack()
  }

  function giveBack(open) {
    connection.reserved = null
    terminated || ending || (!idle && !open)
      ? (onend(connection), terminate())
      : onopen(connection)
  }
`,
  },
  {
    grund: "As above: what reserve() in index.js gives a connection back with.",
    alt: `    terminate,
    execute,
    cancel,
`,
    neu: `    terminate,
    execute,
    release,
    cancel,
`,
  },
  {
    grund: `#1154, #1204: whoever reads a cursor may take its time. When it comes back the session may be lost and the connection
      at work on something else, which must not be disturbed; with no query there, this was an unhandled rejection.`,
    alt: `    try {
      const x = await Promise.resolve(query.cursorFn(result))
      rows = 0
`,
    neu: `    const q = query
    try {
      const x = await Promise.resolve(query.cursorFn(result))
      if (query !== q)
        return

      rows = 0
`,
  },
  {
    grund: "As above, for a reader that fails.",
    alt: `    } catch (err) {
      write(Sync)
      query.reject(err)
`,
    neu: `    } catch (err) {
      if (query !== q)
        return

      write(Sync)
      query.reject(err)
`,
  },
  {
    grund: `Under TLS the driver took all listeners off the socket below, also those of whoever had opened it, and nobody could
      reach the socket above. A pool that is cut cut the one below: statements were still written above it, and that
      error, which nobody heard, ended the process.`,
    alt: `    socket.removeAllListeners()
    socket = tls.connect(options)
`,
    neu: `    socket.off('error', error).off('close', closed).off('drain', drain)
    socket = socket.tls = tls.connect(options)
`,
  },
  {
    grund: `A certificate is to be checked against the address where the URL names one. TLS was told names only, and without a
      name it takes the other side for localhost: a certificate for that was trusted, the right one was not.`,
    alt: `      servername: net.isIP(socket.host) ? undefined : socket.host
`,
    neu: `      host: socket.host,
      servername: net.isIP(socket.host) ? undefined : socket.host
`,
  },
];

const ohneLiteral = `V8 makes a function that is written out where it becomes a property in the old generation, for as long as methods
      live. What it knows then stays until all of the heap is looked at: one of each statement kept its rows that long, so
      that next to nothing was collected while it was young.`;

const vorrat = [
  {
    grund: `#1195: a reservation waits in one place, in the queue or on the connection that is being opened for it. It waited in
      both: rejected in one, it was still given a connection in the other, which nobody gave back.`,
    alt: `    const queue = Queue()
    const c = open.length
      ? open.shift()
      : await new Promise((resolve, reject) => {
        const query = { reserve: resolve, reject }
        queries.push(query)
        closed.length && connect(closed.shift(), query)
      })

    move(c, reserved)
    c.reserved = () => queue.length
      ? c.execute(queue.shift())
      : move(c, reserved)
    c.reserved.release = true
`,
    neu: `    if (ending)
      throw Errors.connection('CONNECTION_ENDED', options, options)

    const queue = Queue()
    let over = null

    const c = open.length
      ? open.shift()
      : await new Promise((resolve, reject) => {
        const query = { reserve: resolve, reject }
        closed.length
          ? connect(closed.shift(), query)
          : queries.push(query)
      })

    move(c, reserved)
    const own = () => proceed(c, queue)
    own.release = true
    c.reserved = own
    c.onclose = finish
`,
  },
  {
    grund: `#1208, #1186, #1204: a reservation ends with its session or its release. Later statements are rejected, and a late or
      second release does nothing: the connection is at work for somebody else by then.`,
    alt: `    sql.release = () => {
      c.reserved = null
      onopen(c)
    }

    return sql

    function handler(q) {
      c.queue === full
`,
    neu: `    const release = () => {
      if (c.reserved !== own)
        return

      finish(released())
      c.release()
    }
    sql.release = release

    return sql

    function finish(error) {
      over = over || error
      while (queue.length)
        queue.shift().reject(over)
    }

    function handler(q) {
      if (c.reserved !== own)
        return q.reject(over || released())

      c.queue === full
`,
  },
  {
    grund: ohneLiteral,
    alt: `      sql.prepare = x => prepare = x.replace(/[^a-z0-9$-_. ]/gi)
`,
    neu: `      const named = x => prepare = x.replace(/[^a-z0-9$-_. ]/gi)
      sql.prepare = named
`,
  },
  {
    grund: "#1155, #1186, #1204, #1215: the same for a transaction; see its handler below.",
    alt: `      , connection
      , prepare = null

    try {
`,
    neu: `      , connection
      , prepare = null
      , over = null
      , last = null
      , lost = null
      , own

    try {
`,
  },
  {
    grund: `#1186, #1201, #1215: statements that still wait for their turn are told when the session is lost, or when all is over.
      And the hook of the connection held the race, the race what the transaction came to: of each connection in the
      pool the last result stayed in memory until its next transaction, however large.`,
    alt: `        new Promise((_, reject) => connection.onclose = reject)
      ])
    } catch (error) {
      throw error
    }
`,
    neu: `        new Promise((_, reject) => connection.onclose = lost = error => (finish(error), reject(error)))
      ])
    } finally {
      lost && connection.onclose === lost && (connection.onclose = null)
      lost = null
      finish(released())
    }

    function finish(error) {
      over = over || error
      while (queries.length)
        queries.shift().reject(over)
    }
`,
  },
  {
    grund: `#1155, #1204, #1215: a transaction whose session is lost, or that is over, gets no further statement through. They
      were executed on the connection's next session, outside of any transaction or in somebody else's, COMMIT and
      ROLLBACK among them.`,
    alt: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full
`,
    neu: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (over || c.reserved !== own)
          return q.reject(over || released())

        q === last && (over = released())
        c.queue === full
`,
  },
  {
    grund: `As above: it is over when COMMIT is sent, not when it is answered. What came between the two was executed after it,
      for itself: what a branch of a failed transaction wrote so late stayed.`,
    alt: `          ? sql\`rollback to \${ sql(name) }\`
          : sql\`rollback\`
`,
    neu: `          ? sql\`rollback to \${ sql(name) }\`
          : last = sql\`rollback\`
`,
  },
  {
    grund: "As above.",
    alt: `        prepare
          ? await sql\`prepare transaction '\${ sql.unsafe(prepare) }'\`
          : await sql\`commit\`
`,
    neu: `        await (last = prepare
          ? sql\`prepare transaction '\${ sql.unsafe(prepare) }'\`
          : sql\`commit\`
        )
`,
  },
  {
    grund: `As above. And: what had to wait is sent in one go when the pipeline is empty; it was one statement for each answer,
      and whatever came meanwhile waited behind it.`,
    alt: `      connection = c
      move(c, reserved)
      c.reserved = () => queries.length
        ? c.execute(queries.shift())
        : move(c, reserved)
    }
  }
`,
    neu: `      connection = c
      move(c, reserved)
      own = () => proceed(c, queries)
      c.reserved = own
      c.onclose = finish
    }
  }

  function proceed(c, queue) {
    while (queue.length) {
      const q = queue.shift()
      if (!c.execute(q) && !q.cancelled)
        return
    }

    move(c, reserved)
  }

  function released() {
    return Errors.generic('CONNECTION_RELEASED', 'The transaction or reservation has ended')
  }
`,
  },
];

const anfrage = [
  {
    grund: ohneLiteral,
    alt: `    this.resolve = x => (this.active = false, resolve(x))
    this.reject = x => (this.active = false, reject(x))

`,
    neu: `    const done = x => (this.active = false, resolve(x))
    const failed = x => (this.active = false, reject(x))
    this.resolve = done
    this.reject = failed

`,
  },
  {
    grund: `#1166, #1167: a session that is lost while the reader of a cursor is at work on its rows ended the loop as if those
      had been all.`,
    alt: `    let prev
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          if (this.executed && !this.active)
            return { done: true }
`,
    neu: `    let prev
      , failure = null
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          if (this.executed && !this.active)
            return failure ? Promise.reject(failure) : { done: true }
`,
  },
  {
    grund:
      "As above: it is kept until somebody asks for more. And functions as in the constructor, for the rows of each step.",
    alt: `            this.cursorFn = value => {
              resolve({ value, done: false })
              return new Promise(r => prev = r)
            }
            this.resolve = () => (this.active = false, resolve({ done: true }))
            this.reject = x => (this.active = false, reject(x))
          })
          this.execute()
`,
    neu: `            const onrows = value => {
              resolve({ value, done: false })
              return new Promise(r => prev = r)
            }
            const onend = () => (this.active = false, resolve({ done: true }))
            const onerror = x => (this.active = false, failure = x, reject(x))
            this.cursorFn = onrows
            this.resolve = onend
            this.reject = onerror
          })
          this.execute()
`,
  },
  {
    grund: `For each place that asks, the first one who did is kept as an error, of which only the words are wanted. Until these
      are asked for it holds the functions that were on the stack, and with them all that those knew: whole results of
      transactions, for as long as the process lives.`,
    alt: `  originCache.set(xs, new Error())
  Error.stackTraceLimit = x
`,
    neu: `  const origin = new Error()
  originCache.set(xs, Object.defineProperty(origin, 'stack', { value: origin.stack }))
  Error.stackTraceLimit = x
`,
  },
];

export const version = "3.4.9";

/** Every file that is changed, with the SHA-256 that it comes with and the one that it then has. */
export const dateien = [
  {
    datei: "src/connection.js",
    vorher: "ee3a218d9aa6a6f2887c1a19da50009335fe84c11a5431d5cab72d6bc528632f",
    nachher: "261c8403386c088f6e808a109dd37c855047d1e4f2e53f27a4ae4d992084353b",
    aenderungen: verbindung,
  },
  {
    datei: "src/query.js",
    vorher: "67c45a5151032aa46b587abc15381fe4efd97c696e5c1b53082b8161309c4ee2",
    nachher: "64be2b51654e987049e119291be5365c63e64a82a8307e1a83b3a7afa19793e6",
    aenderungen: anfrage,
  },
  {
    datei: "src/index.js",
    vorher: "4e21f5733e70d79cffc10d10d4ef01031de4a9ac862210e43f8870029fd103ed",
    nachher: "41ee1a263e78ba3d54c6c3ceb30f885863f0579e2289f082cfce03eca88611b1",
    aenderungen: vorrat,
  },
];
