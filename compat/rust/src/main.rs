//! Uses the server as programs with kube-rs do. Prints `ok NAME` for each step that held.

use std::{collections::BTreeMap, env, time::Duration};

use anyhow::{Context, Result, bail, ensure};
use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::{ConfigMap, Namespace};
use kube::{
    Api, Client, Error,
    api::{DeleteParams, ListParams, ObjectMeta, Patch, PatchParams, PostParams, WatchEvent, WatchParams},
    runtime::{WatchStreamExt, watcher},
};
use serde_json::json;

fn config_map(name: &str, data: &[(&str, &str)]) -> ConfigMap {
    ConfigMap {
        metadata: ObjectMeta { name: Some(name.into()), ..Default::default() },
        data: Some(data.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()),
        ..Default::default()
    }
}

/// The reason of a refusal; an error where the call succeeded or failed in another way.
fn reason<T>(result: kube::Result<T>) -> Result<String> {
    match result {
        Err(Error::Api(status)) => Ok(status.reason.clone()),
        Err(other) => Err(other.into()),
        Ok(_) => bail!("a refusal was expected"),
    }
}

async fn create_and_read(client: &Client, namespace: &str) -> Result<()> {
    let made = Namespace {
        metadata: ObjectMeta { name: Some(namespace.into()), ..Default::default() },
        ..Default::default()
    };
    Api::<Namespace>::all(client.clone()).create(&PostParams::default(), &made).await?;
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), namespace);
    let made = maps.create(&PostParams::default(), &config_map("game", &[("level", "1")])).await?;
    let read = maps.get("game").await?;
    ensure!(read.metadata.resource_version == made.metadata.resource_version);
    ensure!(reason(maps.create(&PostParams::default(), &config_map("game", &[])).await)? == "AlreadyExists");
    ensure!(reason(maps.get("none").await)? == "NotFound");
    Ok(())
}

async fn stale_replace(maps: &Api<ConfigMap>) -> Result<()> {
    let mut old = maps.get("game").await?;
    let mut changed = old.clone();
    changed.data = Some(BTreeMap::from([("level".into(), "2".into())]));
    maps.replace("game", &PostParams::default(), &changed).await?;
    old.data = Some(BTreeMap::from([("level".into(), "0".into())]));
    ensure!(reason(maps.replace("game", &PostParams::default(), &old).await)? == "Conflict");
    let now = maps.get("game").await?;
    ensure!(now.data.context("no data")?["level"] == "2");
    Ok(())
}

async fn count_together(maps: &Api<ConfigMap>) -> Result<()> {
    maps.create(&PostParams::default(), &config_map("count", &[("n", "0")])).await?;
    let writers = (0..4).map(|_| async {
        let mut done = 0;
        while done < 10 {
            let mut it = maps.get("count").await?;
            let data = it.data.as_mut().context("no data")?;
            let next = data["n"].parse::<u32>()? + 1;
            data.insert("n".into(), next.to_string());
            match maps.replace("count", &PostParams::default(), &it).await {
                Ok(_) => done += 1,
                Err(Error::Api(status)) if status.reason == "Conflict" => {}
                Err(other) => return Err(other.into()),
            }
        }
        Ok::<(), anyhow::Error>(())
    });
    futures::future::try_join_all(writers).await?;
    ensure!(maps.get("count").await?.data.context("no data")?["n"] == "40");
    Ok(())
}

async fn patch_and_apply(maps: &Api<ConfigMap>) -> Result<()> {
    let params = PatchParams::default();
    maps.patch("game", &params, &Patch::Merge(json!({"data": {"merge": "1"}}))).await?;
    maps.patch("game", &params, &Patch::Strategic(json!({"data": {"strategic": "1"}}))).await?;
    let wanted = json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"lives": "3"}});
    let applied = maps.patch("game", &PatchParams::apply("rust"), &Patch::Apply(&wanted)).await?;
    let data = applied.data.context("no data")?;
    ensure!(["merge", "strategic", "lives"].iter().all(|key| data.contains_key(*key)), "{data:?}");
    let rival = json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"lives": "4"}});
    ensure!(reason(maps.patch("game", &PatchParams::apply("rival"), &Patch::Apply(&rival)).await)? == "Conflict");
    Ok(())
}

async fn list_in_pages(maps: &Api<ConfigMap>) -> Result<()> {
    for i in 0..25 {
        let mut page = config_map(&format!("page-{i:02}"), &[]);
        page.metadata.labels = Some(BTreeMap::from([("in".into(), "pages".into())]));
        maps.create(&PostParams::default(), &page).await?;
    }
    let mut params = ListParams::default().labels("in=pages").limit(10);
    let mut seen = 0;
    loop {
        let page = maps.list(&params).await?;
        seen += page.items.len();
        match page.metadata.continue_ {
            Some(token) if !token.is_empty() => params = params.continue_token(&token),
            _ => break,
        }
    }
    ensure!(seen == 25, "{seen} of 25 objects were listed");
    Ok(())
}

async fn watch_from_list(maps: &Api<ConfigMap>) -> Result<()> {
    let version = maps.list(&ListParams::default()).await?.metadata.resource_version.context("no version")?;
    maps.create(&PostParams::default(), &config_map("between", &[])).await?;
    maps.delete("between", &DeleteParams::default()).await?;
    let mut events = maps.watch(&WatchParams::default().timeout(20), &version).await?.boxed();
    ensure!(matches!(events.try_next().await?, Some(WatchEvent::Added(_))));
    ensure!(matches!(events.try_next().await?, Some(WatchEvent::Deleted(_))));
    Ok(())
}

async fn follow(maps: &Api<ConfigMap>, config: watcher::Config) -> Result<()> {
    let mut objects = watcher(maps.clone(), config).applied_objects().boxed();
    let mut all = maps.list(&ListParams::default()).await?.items.len();
    while all > 0 {
        objects.try_next().await?.context("the watcher ended")?;
        all -= 1;
    }
    maps.patch("game", &PatchParams::default(), &Patch::Merge(json!({"data": {"level": "seen"}}))).await?;
    let seen = objects.try_next().await?.context("the watcher ended")?;
    ensure!(seen.data.context("no data")?["level"] == "seen");
    maps.patch("game", &PatchParams::default(), &Patch::Merge(json!({"data": {"level": "1"}}))).await?;
    Ok(())
}

async fn delete_all(client: &Client, maps: &Api<ConfigMap>, namespace: &str) -> Result<()> {
    let pages = ListParams::default().labels("in=pages");
    maps.delete_collection(&DeleteParams::default(), &pages).await?;
    ensure!(maps.list(&pages).await?.items.is_empty());
    let namespaces: Api<Namespace> = Api::all(client.clone());
    let this = ListParams::default().fields(&format!("metadata.name={namespace}"));
    let version = namespaces.list(&this).await?.metadata.resource_version.context("no version")?;
    namespaces.delete(namespace, &DeleteParams::default()).await?;
    let only = WatchParams::default().fields(&format!("metadata.name={namespace}")).timeout(20);
    let mut events = namespaces.watch(&only, &version).await?.boxed();
    while let Some(event) = events.try_next().await? {
        if matches!(event, WatchEvent::Deleted(_)) {
            return Ok(());
        }
    }
    bail!("the namespace did not go")
}

async fn walk() -> Result<()> {
    let namespace = env::var("COXSWAIN_NAMESPACE")?;
    let client = Client::try_default().await?;
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), &namespace);
    create_and_read(&client, &namespace).await.context("create")?;
    println!("ok create, read, AlreadyExists, NotFound");
    stale_replace(&maps).await.context("stale replace")?;
    println!("ok a stale replace is a conflict");
    count_together(&maps).await.context("count")?;
    println!("ok writers with retry lose nothing");
    patch_and_apply(&maps).await.context("patch")?;
    println!("ok patches and apply");
    list_in_pages(&maps).await.context("pages")?;
    println!("ok list in pages");
    watch_from_list(&maps).await.context("watch")?;
    println!("ok watch from a list");
    follow(&maps, watcher::Config::default()).await.context("watcher with list")?;
    println!("ok watcher that lists");
    follow(&maps, watcher::Config::default().streaming_lists()).await.context("watcher with streaming list")?;
    println!("ok watcher with a streaming list");
    delete_all(&client, &maps, &namespace).await.context("delete")?;
    println!("ok delete a collection and the namespace");
    Ok(())
}

#[tokio::main]
async fn main() -> Result<()> {
    tokio::time::timeout(Duration::from_secs(60), walk()).await.context("more than a minute passed")?
}
